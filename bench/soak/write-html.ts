import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import type { SoakReport } from './soak-report.ts';

const tools = fileURLToPath(new URL('tools/', import.meta.url));

/**
 * Writes the report as one page that needs no network: tables and plots are made from the data in
 * it.
 */
export async function writeHtml(report: SoakReport, file: string): Promise<void> {
  await build({
    configFile: false,
    root: tools,
    logLevel: 'error',
    publicDir: false,
    build: {
      outDir: 'dist',
      target: 'es2022',
      rolldownOptions: {
        input: `${tools}report/plots.js`,
        output: {
          entryFileNames: 'plots.js',
          assetFileNames: '[name][extname]',
          codeSplitting: false,
        },
      },
    },
  });
  const template = readFileSync(`${tools}report/report.html`, 'utf8');
  const script = readFileSync(`${tools}dist/plots.js`, 'utf8');
  const style = readFileSync(`${tools}node_modules/uplot/dist/uPlot.min.css`, 'utf8');
  // Replacement functions, because `$` is special in replacement strings.
  const html = template
    .replace('/* uPlot */', () => style)
    .replace('>null<', () => `>${JSON.stringify(report).replaceAll('<', '\\u003c')}<`)
    .replace(
      '<script type="module" src="plots.js"></script>',
      () => `<script type="module">${script.replaceAll('</script', '<\\/script')}</script>`,
    );
  writeFileSync(file, html);
}
