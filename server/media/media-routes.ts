import { extname } from 'node:path';
import { Hono } from 'hono';
import { allowAnyOrigin, crossOriginHeaders, notFoundForAnyOrigin } from '../http/cross-origin.ts';
import { resolveInside } from '../http/resolve-inside.ts';
import { sendFile } from '../http/send-file.ts';
import type { ServerEnv } from '../http/server-env.ts';
import { servedMediaTypes } from '../library/media-file-types.ts';

/** Files may be replaced under their name, so a cached copy is asked about again after this. */
const maxAgeSec = 3_600;

/**
 * `GET|HEAD /media/<path>`: the files of the media directory that belong to videos.
 * @param root real path of the media directory
 */
export function createMediaRoutes(root: string): Hono<ServerEnv> {
  const routes = new Hono<ServerEnv>();
  routes.options('/media/*', allowAnyOrigin);
  routes.get('/media/*', async (context) => {
    const file = await resolveInside(root, context.req.path.slice('/media/'.length));
    const contentType = file === null ? undefined : servedMediaTypes[extname(file.name).toLowerCase()];
    if (file === null || contentType === undefined) return notFoundForAnyOrigin(context);
    return sendFile(context, {
      root,
      path: file.path,
      headers: {
        ...crossOriginHeaders,
        'Content-Type': contentType,
        'Cache-Control': `public, max-age=${maxAgeSec}`,
      },
    });
  });
  return routes;
}
