import { extname } from 'node:path';
import { Hono } from 'hono';
import type { Guard } from '../../access/guard/create-guard.ts';
import { caching } from '../../http/caching.ts';
import { clientUrl } from '../../http/client-address.ts';
import { crossSiteOrigin } from '../../http/cross-site-origin.ts';
import { resolveInside } from '../../http/files/resolve-inside.ts';
import { sendBuiltFile } from '../../http/files/send-file.ts';
import { webContentType } from '../../http/files/web-content-types.ts';
import { renderPolicy } from '../../http/html/content-security-policy.ts';
import { inlineJson } from '../../http/html/escape-html.ts';
import type { HtmlTemplate } from '../../http/html/html-template.ts';
import { demoPolicy } from '../../http/html/page-policies.ts';
import type { ServerEnv } from '../../http/server-env.ts';
import type { Library } from '../../library/scan-library.ts';
import { createDemoConfig } from './demo-config.ts';
import { noticeFor } from './demo-notice.ts';

export const demoSlots = ['demo-config', 'demo-notice'] as const;

type DemoTemplate = HtmlTemplate<(typeof demoSlots)[number]>;

export interface DemoDeps {
  library: Library;
  guard: Guard;
  /** The pages with every function, every client, both runtimes, and the embed code builder. */
  templates: {
    index: DemoTemplate;
    clients: DemoTemplate;
    compare: DemoTemplate;
    builder: DemoTemplate;
  };
  /** Real path of the built demo host pages. */
  demoDir: string;
  embedPort: number;
}

/** The demo host pages. They have their own origin, as a publisher's page has. */
export function createDemoRoutes({
  library,
  guard,
  templates,
  demoDir,
  embedPort,
}: DemoDeps): Hono<ServerEnv> {
  const routes = new Hono<ServerEnv>();

  for (const [path, template] of [
    ['/', templates.index],
    ['/index.html', templates.index],
    ['/clients.html', templates.clients],
    ['/compare.html', templates.compare],
    ['/builder.html', templates.builder],
  ] as const) {
    routes.get(path, (context) => {
      const { origin } = clientUrl(context);
      const embedOrigin = crossSiteOrigin(clientUrl(context), embedPort);
      const json = inlineJson(createDemoConfig(library, guard, embedOrigin));
      const script = `<script type="application/json" id="demo-config">${json}</script>`;
      return context.html(
        template.fill({ 'demo-config': script, 'demo-notice': noticeFor(library, guard, origin) }),
        200,
        {
          'Cache-Control': caching.revalidated,
          'Content-Security-Policy': renderPolicy(demoPolicy(embedOrigin)),
        },
      );
    });
  }
  routes.get('/*', async (context) => {
    const file = await resolveInside(demoDir, context.req.path.slice(1));
    const contentType = file === null ? null : webContentType(extname(file.name));
    if (file === null || contentType === null) return context.notFound();
    return sendBuiltFile(context, {
      root: demoDir,
      path: file.path,
      headers: { 'Content-Type': contentType, 'Cache-Control': caching.revalidated },
    });
  });
  return routes;
}
