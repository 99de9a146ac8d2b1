import { extname } from 'node:path';
import { Hono } from 'hono';
import type { Fetcher, Guard } from '../access/guard/create-guard.ts';
import { splitSegment } from '../access/guard/media-segment.ts';
import { refuseMedia } from '../access/guard/refuse-media.ts';
import { caching } from '../http/caching.ts';
import { busyReply } from '../http/error-reply.ts';
import { askedPath, resolveInside } from '../http/files/resolve-inside.ts';
import { sendFile } from '../http/files/send-file.ts';
import type { ServerEnv } from '../http/server-env.ts';
import { createHeldRequests, type HeldRequests } from './live/held-requests.ts';
import { sendManifest } from './manifests/send-manifest.ts';
import { servedMediaTypes } from './media-file-types.js';
import { isManifest } from './probing/manifests-of.ts';

/**
 * `GET|HEAD /media/<path>`: the files of the media directory that belong to videos. Files of
 * private videos need a signed segment: `/media/~…/<path>`.
 * @param root real path of the media directory
 */
export function createMediaRoutes(
  root: string,
  guard: Guard,
  held: HeldRequests = createHeldRequests(),
): Hono<ServerEnv> {
  const routes = new Hono<ServerEnv>();
  routes.get('/media/*', async (context) => {
    const { signed, rest } = splitSegment(context.req.path.slice('/media/'.length));
    const fetcher = guard.readSigned(signed);
    if (typeof fetcher === 'string') return refuseMedia(context, fetcher);
    const file = await resolveInside(root, rest);
    if (file === null && isMissingManifest(askedPath(rest), guard, fetcher))
      return busyReply(
        context,
        'MANIFEST_MISSING',
        'This playlist is being replaced, or has just been removed; send the request again.',
      );
    const contentType =
      file === null ? undefined : servedMediaTypes[extname(file.name).toLowerCase()];
    if (file === null || contentType === undefined) return context.notFound();
    if (!guard.canFetchFile(fetcher, { asked: file.asked, real: file.path }))
      return refuseMedia(context, signed === null ? 'NOT_SIGNED' : 'NOT_ITS_FILE');
    const isShared = signed === null;
    const fileCaching = isShared ? caching.file : caching.signedFile(fetcher.leftSec);
    const toSend = { root, path: file.path, contentType };
    if (isManifest(file.name))
      return sendManifest(context, {
        ...toSend,
        mediaPath: file.asked,
        cachingOf: (isFinal) =>
          isFinal ? fileCaching : isShared ? caching.revalidated : caching.private,
        held,
      });
    const headers = { 'Content-Type': contentType, 'Cache-Control': fileCaching };
    return sendFile(context, { ...toSend, headers });
  });
  return routes;
}

/**
 * Whether a playlist was there at the last check of the library. A live stream's writer may replace
 * it in several steps; players give up after a 404.
 */
function isMissingManifest(path: string | null, guard: Guard, fetcher: Fetcher): boolean {
  return (
    path !== null && isManifest(path) && guard.canFetchFile(fetcher, { asked: path, real: path })
  );
}
