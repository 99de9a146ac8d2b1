import { extname } from 'node:path';
import { Hono } from 'hono';
import { caching } from '../http/caching.ts';
import { resolveInside } from '../http/resolve-inside.ts';
import { sendBuiltFile } from '../http/send-file.ts';
import type { ServerEnv } from '../http/server-env.ts';
import { webContentType } from '../http/web-content-types.ts';

/**
 * The 404 page, for readers with old or mistyped links. It is shown at any path, so its links are
 * absolute.
 */
const nothingHere = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>No such document - Offstage</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/docs/site.css">
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
 * `GET /docs/*`: the documents, as `scripts/docs/` builds them.
 * @param docsDir real path; without a build every path is a 404
 */
export function createDocsRoutes(docsDir: string): Hono<ServerEnv> {
  const routes = new Hono<ServerEnv>();
  routes.get('/docs', (context) => context.redirect('/docs/', 301));
  routes.get('/docs/*', async (context) => {
    const path = context.req.path.slice('/docs/'.length);
    const file = await resolveInside(docsDir, path.replace(/(^|\/)$/, '$1index.html'));
    const contentType = file === null ? null : webContentType(extname(file.name));
    if (file === null || contentType === null) return context.html(nothingHere, 404);
    return sendBuiltFile(context, {
      root: docsDir,
      path: file.path,
      headers: { 'Content-Type': contentType, 'Cache-Control': caching.revalidated },
    });
  });
  return routes;
}
