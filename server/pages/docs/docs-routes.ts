import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { Hono } from 'hono';
import { caching } from '../../http/caching.ts';
import { resolveInside } from '../../http/files/resolve-inside.ts';
import { sendBuiltFile } from '../../http/files/send-file.ts';
import { webContentType } from '../../http/files/web-content-types.ts';
import type { ServerEnv } from '../../http/server-env.ts';

/**
 * The 404 page, also shown before the documents are built. Its links are absolute, because it
 * answers any path.
 */
const nothingHere = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>No such document - Offstage</title>
<link rel="icon" href="data:,">
</head>
<body>
<main>
<h1>There is no document here</h1>
<p>It may have another name now. <a href="/docs/">All documents</a></p>
</main>
</body>
</html>
`;

/**
 * `GET /docs/*`: the documents, as `docs/.vitepress/` has built them.
 * @param docsDir real path; if nothing is there, nothing is found
 */
export function createDocsRoutes(docsDir: string): Hono<ServerEnv> {
  const routes = new Hono<ServerEnv>();
  routes.get('/docs', (context) => context.redirect('/docs/', 301));
  routes.get('/docs/*', async (context) => {
    const path = context.req.path.slice('/docs/'.length);
    const file = await resolveInside(docsDir, path.replace(/(^|\/)$/, '$1index.html'));
    const contentType = file === null ? null : webContentType(extname(file.name));
    if (file === null || contentType === null) {
      const page = await readFile(join(docsDir, '404.html'), 'utf8').catch(() => nothingHere);
      return context.html(page, 404);
    }
    return sendBuiltFile(context, {
      root: docsDir,
      path: file.path,
      headers: {
        'Content-Type': contentType,
        // The bundler names everything in there by its content.
        'Cache-Control': path.startsWith('assets/') ? caching.hashed : caching.revalidated,
      },
    });
  });
  return routes;
}
