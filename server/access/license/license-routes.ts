import { Hono } from 'hono';
import * as z from 'zod';
import { list, text } from '../../../shared/tools/schema.ts';
import { errorReply } from '../../http/error-reply.ts';
import type { BodyBudget } from '../../http/fairness/body-budget.ts';
import { parseJson } from '../../http/parse-json.ts';
import type { ServerEnv } from '../../http/server-env.ts';
import { receiveBody, refusalReply } from '../../intake/receive-body.ts';
import type { Library } from '../../library/scan-library.ts';
import type { Guard } from '../guard/create-guard.ts';
import { splitSegment } from '../guard/media-segment.ts';
import { refuseMedia } from '../guard/refuse-media.ts';
import { licenseLimits } from './license-limits.ts';

const { keyIdMaxChars, keysCount, typeMaxChars } = licenseLimits;

/** Request of a player's ClearKey module (W3C Encrypted Media Extensions §9.1.3). */
const requestSchema = z.object({
  /** Base64url. */
  kids: list(text(keyIdMaxChars, 1), keysCount, 1),
  type: z.optional(text(typeMaxChars)),
});

/**
 * `POST /license/clearkey/<id>`: the keys of the library's encrypted videos (W3C EME §9.1.4).
 * ClearKey hides nothing from permitted viewers. It only makes the files useless without a licence.
 */
export function createLicenseRoutes(
  { library, guard }: { library: Library; guard: Guard },
  budget: BodyBudget,
): Hono<ServerEnv> {
  const routes = new Hono<ServerEnv>();
  routes.post('/license/*', async (context) => {
    const { signed, rest } = splitSegment(context.req.path.slice('/license/'.length));
    const video = library.videos.get(/^clearkey\/([\w-]{11})$/.exec(rest)?.[1] ?? '');
    const fetcher = guard.readSigned(signed);
    if (typeof fetcher === 'string') return refuseMedia(context, fetcher);
    if (video !== undefined && !guard.canFetchVideo(fetcher, video))
      return refuseMedia(context, signed === null ? 'NOT_SIGNED' : 'NOT_ITS_FILE');
    const read = await receiveBody(context, budget, licenseLimits);
    if (!read.ok) return refusalReply(context, read.error);
    const request = parseJson(read.value.text, requestSchema, '{ "kids": ["…"] }');
    if (!request.ok) return refusalReply(context, request.error);
    const keys = video?.clearKeys;
    if (keys === undefined)
      return errorReply(context, 404, 'NO_KEYS', 'There is no encrypted video with this id.');
    const known = request.value.kids.flatMap((kid) => {
      const k = keys.get(kid);
      return k === undefined ? [] : [{ kty: 'oct', kid, k }];
    });
    if (known.length === 0)
      return errorReply(context, 403, 'NOT_ITS_KEYS', 'This video has none of the requested keys.');
    context.header('Cache-Control', 'no-store');
    return context.json({ keys: known, type: request.value.type ?? 'temporary' });
  });
  return routes;
}
