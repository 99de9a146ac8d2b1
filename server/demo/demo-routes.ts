import { extname } from 'node:path';
import { Hono } from 'hono';
import { crossSiteOrigin } from '../http/cross-site-origin.ts';
import { inlineJson } from '../http/escape-html.ts';
import type { HtmlTemplate } from '../http/html-template.ts';
import { resolveInside } from '../http/resolve-inside.ts';
import { sendFile } from '../http/send-file.ts';
import type { ServerEnv } from '../http/server-env.ts';
import { webContentType } from '../http/web-content-types.ts';
import type { Library } from '../library/scan-library.ts';
import { createDemoConfig } from './demo-config.ts';

export const demoSlots = ['demo-config'] as const;

type DemoTemplate = HtmlTemplate<(typeof demoSlots)[number]>;

export interface DemoDeps {
  library: Library;
  /** The page with every function, and the page with every client. */
  templates: { index: DemoTemplate; clients: DemoTemplate };
  /** Real path of the built demo host pages. */
  demoDir: string;
  embedPort: number;
}

/** The demo host pages, on an origin of their own as a publisher's page is. */
export function createDemoRoutes({ library, templates, demoDir, embedPort }: DemoDeps): Hono<ServerEnv> {
  const routes = new Hono<ServerEnv>();
  const pageHeaders = { 'Cache-Control': 'no-cache', 'X-Content-Type-Options': 'nosniff' };

  for (const [path, template] of [
    ['/', templates.index],
    ['/index.html', templates.index],
    ['/clients.html', templates.clients],
  ] as const) {
    routes.get(path, (context) => {
      const embedOrigin = crossSiteOrigin(
        new URL(context.req.url),
        embedPort,
        context.req.header('X-Forwarded-Proto'),
      );
      const json = inlineJson(createDemoConfig(library, embedOrigin));
      const script = `<script type="application/json" id="demo-config">${json}</script>`;
      return context.html(template.fill({ 'demo-config': script }), 200, pageHeaders);
    });
  }
  routes.get('/*', async (context) => {
    const file = await resolveInside(demoDir, context.req.path.slice(1));
    const contentType = file === null ? null : webContentType(extname(file.name));
    if (file === null || contentType === null) return context.notFound();
    return sendFile(context, {
      root: demoDir,
      path: file.path,
      headers: { ...pageHeaders, 'Content-Type': contentType },
    });
  });
  return routes;
}
