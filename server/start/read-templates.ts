import { join } from 'node:path';
import type { Result } from '../../shared/tools/result.ts';
import { ok } from '../../shared/tools/result.ts';
import { loadHtmlTemplate } from '../http/html/html-template.ts';
import type { DemoDeps } from '../pages/demo/demo-routes.ts';
import { demoSlots } from '../pages/demo/demo-routes.ts';
import { type EmbedBuild, openEmbedBuild } from '../pages/embed/embed-build.ts';

export interface Templates {
  page: EmbedBuild;
  demo: DemoDeps['templates'];
}

/** Opens the player page and the demo's pages, which the server fills in. */
export async function readTemplates({
  pageDir,
  demoDir,
}: {
  pageDir: string;
  demoDir: string;
}): Promise<Result<Templates>> {
  const page = await openEmbedBuild(pageDir);
  if (!page.ok) return page;
  const index = await loadHtmlTemplate(join(demoDir, 'index.html'), demoSlots);
  if (!index.ok) return index;
  const clients = await loadHtmlTemplate(join(demoDir, 'clients.html'), demoSlots);
  if (!clients.ok) return clients;
  const compare = await loadHtmlTemplate(join(demoDir, 'compare.html'), demoSlots);
  if (!compare.ok) return compare;
  const builder = await loadHtmlTemplate(join(demoDir, 'builder.html'), demoSlots);
  if (!builder.ok) return builder;
  return ok({
    page: page.value,
    demo: {
      index: index.value,
      clients: clients.value,
      compare: compare.value,
      builder: builder.value,
    },
  });
}
