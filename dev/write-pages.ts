import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { ViteDevServer } from 'vite';
import { dashboardDir, demoDir, pageDir, root } from './place.ts';

/** Paths where the server reads the pages, by source. */
const pages = new Map([
  ['index.html', join(pageDir, 'index.html')],
  ['dashboard/index.html', join(dashboardDir, 'index.html')],
  ...['index', 'clients', 'compare', 'builder'].map(
    (name) => [`demo/${name}.html`, join(demoDir, `${name}.html`)] as const,
  ),
]);

/** The style that is inlined into the player page. */
const shellStyle = 'src/ui/shell/shell.css';

/** @returns whether a file is part of what the server reads at its start */
export const isInPages = (path: string) => pages.has(path) || path === shellStyle;

/**
 * Writes the pages for the server to fill in, with Vite's client and the sources as their scripts.
 */
export async function writePages(vite: ViteDevServer): Promise<void> {
  await Promise.all(
    Array.from(pages, async ([source, output]) => {
      const html = await readFile(join(root, source), 'utf8');
      await mkdir(dirname(output), { recursive: true });
      await writeFile(
        output,
        await vite.transformIndexHtml(`/${source}`, fromRoot(html, dirname(source))),
      );
    }),
  );
}

/**
 * Makes paths of scripts and styles absolute: the server shows each page at another path than Vite.
 */
function fromRoot(html: string, directory: string): string {
  return html.replace(
    /(<script[^>]* src="|<link rel="stylesheet"[^>]* href=")\.\//g,
    `$1/${directory}/`,
  );
}
