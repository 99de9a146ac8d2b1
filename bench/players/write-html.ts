import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import type { PartReport } from '../report/part-report.ts';

const peers = fileURLToPath(new URL('peers/', import.meta.url));

/**
 * Writes all parts as one page that needs no network: text, tables and plots are made from the data
 * in it.
 */
export async function writeHtml(reports: readonly PartReport[], file: string): Promise<void> {
  await build({
    configFile: false,
    root: peers,
    logLevel: 'error',
    publicDir: false,
    build: {
      outDir: 'dist/report',
      target: 'es2022',
      rolldownOptions: {
        input: `${peers}report/plots.js`,
        output: { entryFileNames: 'plots.js', codeSplitting: false },
      },
    },
  });
  const template = readFileSync(`${peers}report/report.html`, 'utf8');
  const script = readFileSync(`${peers}dist/report/plots.js`, 'utf8');
  // Replacement functions, because `$` is special in replacement strings.
  const html = template
    .replace('>null<', () => `>${JSON.stringify(reports).replaceAll('<', '\\u003c')}<`)
    .replace(
      '<script type="module" src="plots.js"></script>',
      () => `<script type="module">${script.replaceAll('</script', '<\\/script')}</script>`,
    );
  writeFileSync(file, html);
}
