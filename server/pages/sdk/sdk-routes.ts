import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { Context } from 'hono';
import { Hono } from 'hono';
import * as z from 'zod';
import type { Guard } from '../../access/guard/create-guard.ts';
import { caching } from '../../http/caching.ts';
import { errorReply } from '../../http/error-reply.ts';
import { resolveInside } from '../../http/files/resolve-inside.ts';
import { sendBuiltFile } from '../../http/files/send-file.ts';
import { webContentType } from '../../http/files/web-content-types.ts';
import type { ServerEnv } from '../../http/server-env.ts';
import type { Library } from '../../library/scan-library.ts';

export interface SdkDeps {
  library: Library;
  guard: Guard;
  /** The built SDK (`dist/sdk`). Without a build, its paths are not found. */
  sdkDir: string;
}

/** Fields of the build's `manifest.json` that the server reads. */
const manifestSchema = z.object({
  files: z.object({ 'iframe-api': z.object({ file: z.string() }) }),
});

/**
 * Files that host pages load: `GET /iframe_api`, modules and files under `/sdk/`, and `GET
 * /poster/<id>`, the picture to show before the player is there.
 */
export function createSdkRoutes({ library, guard, sdkDir }: SdkDeps): Hono<ServerEnv> {
  const routes = new Hono<ServerEnv>();

  const send = async (context: Context<ServerEnv>, name: string) => {
    const file = await resolveInside(sdkDir, name);
    const contentType = file === null ? null : webContentType(extname(file.name));
    if (file === null || contentType === null) return context.notFound();
    return sendBuiltFile(context, {
      root: sdkDir,
      path: file.path,
      headers: {
        'Cache-Control': cachingOf(context.req.path),
        'Content-Type': contentType,
      },
    });
  };

  for (const path of ['/iframe_api', '/iframe_api/', '/player_api', '/player_api/']) {
    routes.get(path, async (context) => send(context, await findScript(sdkDir)));
  }
  routes.get('/sdk/:file', (context) => send(context, context.req.path.slice('/sdk/'.length)));

  routes.get('/poster/:videoId', (context) => {
    const video = library.videos.get(context.req.param('videoId'));
    const posterUrl = video?.response.posterUrl ?? null;
    if (video === undefined || video.isPrivate || posterUrl === null)
      return errorReply(context, 404, 'POSTER_NOT_FOUND', 'There is no poster for this video id.');
    context.header('Cache-Control', guard.isSigned(video) ? caching.revalidated : caching.stable);
    return context.redirect(guard.signUrl(video, posterUrl, null));
  });
  return routes;
}

function cachingOf(path: string): string {
  if (path === '/sdk/manifest.json') return caching.revalidated;
  return /-[\w-]{8}\.js$/.test(path) ? caching.hashed : caching.stable;
}

/**
 * @returns the classic script's file name; empty if there is none. It is read each time, because a
 * build may replace it while the server runs.
 */
async function findScript(sdkDir: string): Promise<string> {
  try {
    const manifest = z.safeParse(
      manifestSchema,
      JSON.parse(await readFile(join(sdkDir, 'manifest.json'), 'utf8')),
    );
    return manifest.success ? manifest.data.files['iframe-api'].file : '';
  } catch {
    // An absent or incomplete build is answered like a missing file.
    return '';
  }
}
