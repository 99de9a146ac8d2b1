import type { Context } from 'hono';
import { Hono } from 'hono';
import type { Guard } from '../../access/guard/create-guard.ts';
import { splitSegment, withSegment } from '../../access/guard/media-segment.ts';
import { refuseMedia } from '../../access/guard/refuse-media.ts';
import { caching } from '../../http/caching.ts';
import { errorReply } from '../../http/error-reply.ts';
import type { ServerEnv } from '../../http/server-env.ts';
import type { Library } from '../scan-library.ts';
import { createHeldRequests, type HeldRequests } from './held-requests.ts';
import { holdRequest } from './hold-request.ts';
import { findPart, reloadReadyMs } from './live-parts.ts';
import type { LiveRendition } from './live-window.ts';
import type { LiveChannel } from './load-live-channel.ts';
import { readReloadDirectives } from './reload-directives.ts';
import { renderLivePlaylist } from './render-live-playlist.ts';
import { sendPart } from './send-part.ts';

export interface LiveDeps {
  library: Library;
  guard: Guard;
  /** Real path of the media directory. */
  mediaRoot: string;
  /** Unix milliseconds. */
  now: () => number;
  held?: HeldRequests;
}

const partPath = /^(.+)\/(\d{1,12})\.(\d{1,4})$/;

/**
 * `GET /live/<id>/<path>`: the playlists of a live stream, and below each the parts of its newest
 * segments. Whole segments are under `/media/`. For a private video, both paths contain a signed
 * segment. Requests for a low-latency stream's next data wait until it exists.
 */
export function createLiveRoutes({
  library,
  guard,
  mediaRoot,
  now,
  held = createHeldRequests(),
}: LiveDeps): Hono<ServerEnv> {
  const routes = new Hono<ServerEnv>();
  routes.get('/live/*', async (context) => {
    const { signed, rest } = splitSegment(context.req.path.slice('/live/'.length));
    const [, id = '', encodedPath = ''] = /^([\w-]{11})\/(.+)$/s.exec(rest) ?? [];
    const path = decodePath(encodedPath);
    const video = library.videos.get(id);
    const channel = video?.live;
    if (video === undefined || channel === null || channel === undefined) return context.notFound();
    const fetcher = guard.readSigned(signed);
    if (typeof fetcher === 'string') return refuseMedia(context, fetcher);
    if (!guard.canFetchVideo(fetcher, video))
      return refuseMedia(context, signed === null ? 'NOT_SIGNED' : 'NOT_ITS_FILE');
    const rendition = channel.renditions.get(path);
    if (rendition !== undefined) return sendPlaylist(context, { channel, signed }, path, rendition);
    if (path === channel.entry && channel.master !== null)
      return playlistReply(context, channel.master);
    return answerPart(context, channel, path);
  });

  async function sendPlaylist(
    context: Context<ServerEnv>,
    { channel, signed }: { channel: LiveChannel; signed: string | null },
    path: string,
    rendition: LiveRendition,
  ): Promise<Response> {
    const { renditions: all } = channel;
    const urlOf = (url: string) => (signed === null ? url : withSegment(url, signed));
    const render = () =>
      playlistReply(context, renderLivePlaylist({ path, rendition, all, urlOf }, now()));
    // Without low latency, the stream does not support waiting.
    if (rendition.partTargetSeconds === null) return render();
    const directives = readReloadDirectives(context.req.query());
    if (!directives.ok)
      return errorReply(context, 400, directives.error.code, directives.error.message);
    if (directives.value === null) return render();
    const readyMs = reloadReadyMs(rendition, directives.value, now());
    if (readyMs === null)
      return errorReply(
        context,
        400,
        'TOO_FAR_AHEAD',
        'The requested segment is too far in the future.',
      );
    return (await holdRequest(context, { rendition, readyMs }, { held, now })) ?? render();
  }

  async function answerPart(
    context: Context<ServerEnv>,
    channel: LiveChannel,
    path: string,
  ): Promise<Response> {
    const [, playlist = '', sequence, index] = partPath.exec(path) ?? [];
    const rendition = channel.renditions.get(playlist);
    const part =
      rendition && findPart(rendition, { sequence: Number(sequence), part: Number(index) }, now());
    if (!rendition || !part) return context.notFound();
    const refusal = await holdRequest(context, { rendition, readyMs: part.endMs }, { held, now });
    if (refusal !== null) return refusal;
    return sendPart(context, {
      root: mediaRoot,
      part,
      headers: { 'Content-Type': 'video/mp4', 'Cache-Control': caching.livePart },
    });
  }
  return routes;
}

/** @returns the unchanged path if it cannot be decoded; it matches nothing then */
function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

function playlistReply(context: Context<ServerEnv>, text: string): Response {
  return context.body(text, 200, {
    'Content-Type': 'application/vnd.apple.mpegurl',
    'Cache-Control': caching.revalidated,
  });
}
