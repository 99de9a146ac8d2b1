import type { Context } from 'hono';
import { Hono } from 'hono';
import { allowAnyOrigin, allowAsResource } from '../http/cross-origin.ts';
import { busyReply, errorReply } from '../http/error-reply.ts';
import type { ServerEnv } from '../http/server-env.ts';
import type { Library } from '../library/scan-library.ts';
import { findPart, holdLimitMs, reloadReadyMs } from './live-parts.ts';
import type { LiveRendition } from './live-window.ts';
import type { LiveChannel } from './load-live-channel.ts';
import { readPart } from './read-part.ts';
import { readReloadDirectives } from './reload-directives.ts';
import { renderLivePlaylist } from './render-live-playlist.ts';
import { waitUntil } from './wait-until.ts';

export interface LiveDeps {
  library: Library;
  /** Real path of the media directory. */
  mediaRoot: string;
  /** Unix milliseconds. */
  now: () => number;
}

/** A part's bytes stay the same under its name, which is soon asked for no more. */
const partMaxAgeSec = 60;

const partPath = /^(.+)\/(\d{1,12})\.(\d{1,4})$/;

/**
 * `GET /live/<id>/<path>`: the playlists of a live stream, and below each the parts of its newest segments. Whole segments
 * come from `/media/`. What a low-latency stream does not have yet is waited for.
 */
export function createLiveRoutes({ library, mediaRoot, now }: LiveDeps): Hono<ServerEnv> {
  const routes = new Hono<ServerEnv>();
  routes.use('/live/*', allowAnyOrigin, allowAsResource);
  routes.get('/live/:id/:path{.+}', async (context) => {
    const channel = library.videos.get(context.req.param('id'))?.live;
    if (channel === null || channel === undefined) return context.notFound();
    const path = context.req.param('path');
    const rendition = channel.renditions.get(path);
    if (rendition !== undefined) return sendPlaylist(context, channel, path, rendition);
    if (path === channel.entry && channel.master !== null) return playlistReply(context, channel.master);
    return sendPart(context, channel, path);
  });

  async function sendPlaylist(
    context: Context<ServerEnv>,
    { renditions: all }: LiveChannel,
    path: string,
    rendition: LiveRendition,
  ): Promise<Response> {
    const render = () => playlistReply(context, renderLivePlaylist({ path, rendition, all }, now()));
    // A stream that promises nothing to those who wait is not waited for.
    if (rendition.partTargetSeconds === null) return render();
    const directives = readReloadDirectives(context.req.query());
    if (!directives.ok) return errorReply(context, 400, directives.error.code, directives.error.message);
    if (directives.value === null) return render();
    const readyMs = reloadReadyMs(rendition, directives.value, now());
    if (readyMs === null)
      return errorReply(context, 400, 'TOO_FAR_AHEAD', 'The stream is not nearly as far as that.');
    return (await hold(context, rendition, readyMs)) ?? render();
  }

  async function sendPart(
    context: Context<ServerEnv>,
    channel: LiveChannel,
    path: string,
  ): Promise<Response> {
    const [, playlist = '', sequence, index] = partPath.exec(path) ?? [];
    const rendition = channel.renditions.get(playlist);
    const part = rendition && findPart(rendition, { sequence: Number(sequence), part: Number(index) }, now());
    if (!rendition || !part) return context.notFound();
    const refusal = await hold(context, rendition, part.endMs);
    if (refusal !== null) return refusal;
    return context.body(await readPart(mediaRoot, part), 200, {
      'Content-Type': 'video/mp4',
      'Cache-Control': `public, max-age=${partMaxAgeSec}`,
    });
  }

  /** @returns `null` when it is time to answer */
  async function hold(
    context: Context<ServerEnv>,
    rendition: LiveRendition,
    readyMs: number,
  ): Promise<Response | null> {
    if (readyMs <= now()) return null;
    const { outgoing } = context.env;
    const gone = new AbortController();
    const onClose = () => gone.abort();
    outgoing.once('close', onClose);
    const outcome = await waitUntil(readyMs, { now, limitMs: holdLimitMs(rendition), signal: gone.signal });
    outgoing.off('close', onClose);
    if (outcome === 'ready') return null;
    // Who is gone reads no answer.
    return busyReply(context, 'NOT_YET', 'The stream did not get so far in time.');
  }
  return routes;
}

function playlistReply(context: Context<ServerEnv>, text: string): Response {
  return context.body(text, 200, {
    'Content-Type': 'application/vnd.apple.mpegurl',
    'Cache-Control': 'no-cache',
  });
}
