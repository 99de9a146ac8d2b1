import { Hono } from 'hono';
import { parseListType } from '../../shared/player/list-type.ts';
import { parseToFirstIssue } from '../../shared/tools/schema.ts';
import { saysHiDpi } from '../../shared/wire/hi-dpi-cookie.ts';
import { requestContextSchema } from '../../shared/wire/request-context.ts';
import { caching } from '../http/caching.ts';
import { errorReply } from '../http/error-reply.ts';
import { parseJson } from '../http/parse-json.ts';
import type { ServerEnv } from '../http/server-env.ts';
import { receiveBody, refusalReply } from '../intake/receive-body.ts';
import { findPlaylist } from '../library/find-playlist.ts';
import { playlistEntries } from '../library/playlist-entries.ts';
import { apiBase } from './admit-call.ts';
import { createAnswerContext } from './answer-context.ts';
import { apiRequestLimits } from './api-request-limits.ts';
import type { CommandDeps } from './command-routes.ts';
import { createCommandRoutes } from './command-routes.ts';
import { findPlayerResponse } from './find-player-response.ts';
import { findUnwanted } from './find-unwanted.ts';
import { findViewer } from './find-viewer.ts';
import { readLocationToken } from './location-token.ts';
import { playerRequestSchema } from './player-request.ts';
import { sendReply } from './send-reply.ts';
import { createVisitorIdRoutes } from './visitor-id-routes.ts';

/**
 * The player's API (specification §7): `POST /youtubei/v1/player` and `GET
 * /youtubei/v1/playlist/<id>?listType=`. It includes the connectivity check, `GET|HEAD
 * /generate_204`.
 */
export function createApiRoutes(deps: CommandDeps): Hono<ServerEnv> {
  const { library, guard, budget } = deps;
  const contextOf = createAnswerContext(deps);
  const routes = new Hono<ServerEnv>();
  routes.route('/', createCommandRoutes(deps));
  routes.route('/', createVisitorIdRoutes());

  routes.post(`${apiBase}/player`, deps.admitCall, async (context) => {
    const read = await receiveBody(context, budget, apiRequestLimits);
    if (!read.ok) return refusalReply(context, read.error);
    const request = parseJson(read.value.text, playerRequestSchema, '{ "videoId": "…" }');
    if (!request.ok) return refusalReply(context, request.error);
    const known = parseToFirstIssue(requestContextSchema, request.value.context);
    const sentBack = known.success ? known.data.request : null;
    const position = (known.success && known.data.client.location) || null;
    const { response: found } = findPlayerResponse(deps, request.value.videoId, {
      unwanted: await findUnwanted(context.req, deps.viewers),
      place: position ?? readLocationToken(sentBack?.locationPlayabilityToken),
      isPlaceFresh: position !== null,
      isHiDpi: saysHiDpi(context.req.header('Cookie') ?? ''),
      asker: guard.askerWith(sentBack?.embedPass),
    });
    const viewer = await findViewer(context.req, found, deps.viewers, {
      jars: sentBack?.consistencyTokenJars,
      nowMs: deps.now(),
    });
    const reply = {
      ...deps.viewerCommands.addTo(found, viewer !== null),
      ...(viewer !== null && { viewer }),
    };
    return sendReply(
      context,
      known.success ? { ...reply, responseContext: contextOf(sentBack, null, position) } : reply,
      caching.revalidated,
    );
  });

  routes.get(`${apiBase}/playlist/:listId`, deps.admitCall, (context) => {
    const listId = context.req.param('listId');
    const playlist = findPlaylist(library, listId, parseListType(context.req.query('listType')));
    if (playlist === null)
      return errorReply(context, 404, 'PLAYLIST_NOT_FOUND', 'There is no playlist with this id.');
    const hasEntries = context.req.query('entries') === '1';
    const entries = hasEntries && { entries: playlistEntries(library, guard, playlist.videoIds) };
    return sendReply(context, { ...playlist, ...entries }, caching.revalidated);
  });

  routes.get('/generate_204', (context) =>
    context.body(null, 204, { 'Cache-Control': 'no-store' }),
  );
  return routes;
}
