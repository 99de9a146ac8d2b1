import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { bundlesDir } from './bundle-peers.ts';
import type { LoggingReport } from './report.ts';

/**
 * Writes the report as one page that needs no network: text, table and plots are made from the data
 * in it.
 */
export function writeHtml(report: LoggingReport): void {
  const template = readFileSync(new URL('peers/report/report.html', import.meta.url), 'utf8');
  const script = readFileSync(`${bundlesDir}plots.js`, 'utf8');
  // Replacement functions, because `$` is special in replacement strings.
  const html = template
    .replace('>null<', () => `>${JSON.stringify(report).replaceAll('<', '\\u003c')}<`)
    .replace(
      '<script type="module" src="plots.js"></script>',
      () => `<script type="module">${script.replaceAll('</script', '<\\/script')}</script>`,
    );
  const directory = fileURLToPath(new URL('../../bench-results/', import.meta.url));
  mkdirSync(directory, { recursive: true });
  writeFileSync(`${directory}logging.html`, html);
  console.log(`Written to ${directory}logging.html`);
}
