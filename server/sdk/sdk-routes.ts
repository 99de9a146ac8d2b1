import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { Context } from 'hono';
import { Hono } from 'hono';
import * as v from 'valibot';
import {
  allowAnyOrigin,
  allowAsResource,
  crossOriginHeaders,
  notFoundForAnyOrigin,
} from '../http/cross-origin.ts';
import { errorReply } from '../http/error-reply.ts';
import { resolveInside } from '../http/resolve-inside.ts';
import { sendFile } from '../http/send-file.ts';
import type { ServerEnv } from '../http/server-env.ts';
import { webContentType } from '../http/web-content-types.ts';
import type { Library } from '../library/scan-library.ts';

export interface SdkDeps {
  library: Library;
  /** The built SDK (`dist/sdk`). A server without one has none of its paths. */
  sdkDir: string;
}

/** What the server reads of the build's `manifest.json`. */
const manifestSchema = v.object({ files: v.object({ 'iframe-api': v.object({ file: v.string() }) }) });

/** Pages name these paths for years: a new build reaches them within minutes, and a busy page does not ask each time. */
const stableCaching = 'public, max-age=300';
/** Names with a hash in them are never given to anything else. */
const hashedCaching = 'public, max-age=31536000, immutable';

/**
 * What host pages load: `GET /iframe_api`, the modules and files under `/sdk/`, and `GET /poster/<id>`, the picture to show
 * before the player is there.
 */
export function createSdkRoutes({ library, sdkDir }: SdkDeps): Hono<ServerEnv> {
  const routes = new Hono<ServerEnv>();

  const send = async (context: Context<ServerEnv>, name: string) => {
    const file = await resolveInside(sdkDir, name);
    const contentType = file === null ? null : webContentType(extname(file.name));
    if (file === null || contentType === null) return notFoundForAnyOrigin(context);
    return sendFile(context, {
      root: sdkDir,
      path: file.path,
      headers: {
        ...crossOriginHeaders,
        'Cache-Control': cachingOf(context.req.path),
        'Content-Type': contentType,
      },
    });
  };

  for (const path of ['/iframe_api', '/iframe_api/', '/player_api', '/player_api/']) {
    routes.options(path, allowAnyOrigin);
    routes.get(path, async (context) => send(context, await findScript(sdkDir)));
  }
  routes.options('/sdk/*', allowAnyOrigin);
  routes.get('/sdk/:file', (context) => send(context, context.req.path.slice('/sdk/'.length)));

  routes.use('/poster/*', allowAsResource);
  routes.get('/poster/:videoId', (context) => {
    const posterUrl = library.videos.get(context.req.param('videoId'))?.response.posterUrl ?? null;
    if (posterUrl === null)
      return errorReply(context, 404, 'POSTER_NOT_FOUND', 'There is no poster for a video with this id.');
    context.header('Cache-Control', stableCaching);
    return context.redirect(posterUrl);
  });
  return routes;
}

function cachingOf(path: string): string {
  if (path === '/sdk/manifest.json') return 'no-cache';
  return /-[\w-]{8}\.js$/.test(path) ? hashedCaching : stableCaching;
}

/** @returns the classic script's file; empty when there is none. Read anew each time: a build may replace it under the server. */
async function findScript(sdkDir: string): Promise<string> {
  try {
    const manifest = v.safeParse(
      manifestSchema,
      JSON.parse(await readFile(join(sdkDir, 'manifest.json'), 'utf8')),
    );
    return manifest.success ? manifest.output.files['iframe-api'].file : '';
  } catch {
    // Not built, or half built: the same as a file that is not there.
    return '';
  }
}
