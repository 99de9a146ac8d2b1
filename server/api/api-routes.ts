import { Hono } from 'hono';
import * as v from 'valibot';
import { parseListType } from '../../shared/list-type.ts';
import { firstIssue, text } from '../../shared/schema.ts';
import type { BodyBudget } from '../http/body-budget.ts';
import { allowAnyOrigin } from '../http/cross-origin.ts';
import { busyReply, errorReply } from '../http/error-reply.ts';
import { readBody } from '../http/read-body.ts';
import type { ServerEnv } from '../http/server-env.ts';
import { findPlaylist } from '../library/find-playlist.ts';
import type { Library } from '../library/scan-library.ts';
import { findPlayerResponse } from './find-player-response.ts';

/** `context` and whatever else a client says is not needed for the answer. */
const playerRequestSchema = v.object({ videoId: text(1_000) });

/** A request is a small object; YouTube's own clients send about 3 KB. */
const requestMaxBytes = 100_000;

/**
 * The player's API (specification §7): `POST /youtubei/v1/player`, `GET /youtubei/v1/playlist/<id>?listType=`; with them the
 * connectivity check `GET|HEAD /generate_204` and the health check `GET /healthz`.
 */
export function createApiRoutes(library: Library, budget: BodyBudget): Hono<ServerEnv> {
  const routes = new Hono<ServerEnv>();
  for (const path of ['/youtubei/v1/player', '/youtubei/v1/playlist/*', '/generate_204'])
    routes.use(path, allowAnyOrigin);

  routes.post('/youtubei/v1/player', async (context) => {
    const read = await readBody(context.env, { maxBytes: requestMaxBytes, budget });
    if (!read.ok) {
      // What was not read must not be taken for the next request.
      context.header('Connection', 'close');
      const { code, message } = read.error;
      if (code === 'SERVER_BUSY') return busyReply(context, code, message);
      return errorReply(context, code === 'BODY_TOO_LARGE' ? 413 : 400, code, message);
    }
    let body: unknown;
    try {
      body = JSON.parse(new TextDecoder().decode(read.value));
    } catch {
      return errorReply(context, 400, 'BAD_JSON', 'The body is not JSON; send { "videoId": "…" }.');
    }
    const request = v.safeParse(playerRequestSchema, body);
    if (!request.success)
      return errorReply(
        context,
        400,
        'BAD_REQUEST',
        `The request is not understood, ${firstIssue(request.issues)}.`,
      );
    context.header('Cache-Control', 'no-cache');
    return context.json(findPlayerResponse(library, request.output.videoId));
  });

  routes.get('/youtubei/v1/playlist/:listId', (context) => {
    const listId = context.req.param('listId');
    const playlist = findPlaylist(library, listId, parseListType(context.req.query('listType')));
    if (playlist === null)
      return errorReply(context, 404, 'PLAYLIST_NOT_FOUND', 'There is no playlist with this id.');
    context.header('Cache-Control', 'no-cache');
    return context.json(playlist);
  });

  routes.get('/generate_204', (context) => context.body(null, 204, { 'Cache-Control': 'no-store' }));
  routes.get('/healthz', (context) => context.json({ status: 'ok' }));
  return routes;
}
