import { Hono } from 'hono';
import { allowAnyOrigin, allowAsResource } from '../http/cross-origin.ts';
import type { ServerEnv } from '../http/server-env.ts';
import type { Library } from '../library/scan-library.ts';
import { liveWindow } from './live-window.ts';
import { renderLivePlaylist } from './render-live-playlist.ts';

/**
 * `GET /live/<id>/<path>`: the playlists of a live stream. Its segments come from `/media/`.
 * @param now Unix milliseconds
 */
export function createLiveRoutes(library: Library, now: () => number): Hono<ServerEnv> {
  const routes = new Hono<ServerEnv>();
  routes.use('/live/*', allowAnyOrigin, allowAsResource);
  routes.get('/live/:id/:path{.+}', (context) => {
    const channel = library.videos.get(context.req.param('id'))?.live;
    const path = context.req.param('path');
    const rendition = channel?.renditions.get(path);
    const text =
      rendition !== undefined
        ? renderLivePlaylist(liveWindow(rendition, now()))
        : path === channel?.entry
          ? channel.master
          : null;
    if (text === null) return context.notFound();
    return context.body(text, 200, {
      'Content-Type': 'application/vnd.apple.mpegurl',
      'Cache-Control': 'no-cache',
    });
  });
  return routes;
}
