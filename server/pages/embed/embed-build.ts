import { createHash } from 'node:crypto';
import { readFile, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import type { PageScripts } from '../../../shared/page/page-shell.ts';
import type { Result } from '../../../shared/tools/result.ts';
import { ok } from '../../../shared/tools/result.ts';
import { loadHtmlTemplate } from '../../http/html/html-template.ts';
import { readPageScripts } from './read-page-scripts.ts';
import { type EmbedTemplate, embedSlots } from './render-embed-page.ts';

/** A built player page. */
export interface EmbedBuild {
  template: EmbedTemplate;
  scripts: PageScripts;
  /** Real path of its folder. */
  pageDir: string;
}

/** @returns a build in another folder, with a hash of its page; `PAGE_MISSING` if there is none */
export async function openEmbedBuild(
  dir: string,
): Promise<Result<EmbedBuild & { hash: string }, 'PAGE_MISSING'>> {
  const file = join(dir, 'index.html');
  const template = await loadHtmlTemplate(file, embedSlots);
  if (!template.ok) return template;
  const hash = createHash('sha256')
    .update(await readFile(file))
    .digest('hex');
  const pageDir = await realpath(dir);
  return ok({
    template: template.value,
    scripts: await readPageScripts(pageDir),
    pageDir,
    // Its scripts' names contain hashes too, so another build has another page.
    hash: hash.slice(0, 8),
  });
}
