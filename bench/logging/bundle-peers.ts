import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';

const peersDir = fileURLToPath(new URL('peers/', import.meta.url));
const root = fileURLToPath(new URL('../../', import.meta.url));

/**
 * Directory of the bundles: `NAME.js` for each page of `peers/pages`, `plots.js` for the report.
 */
export const bundlesDir = `${peersDir}dist/`;

/**
 * Bundles each peer separately, as its users would for production.
 * @param names of `peers/pages`
 */
export async function bundlePeers(names: readonly string[]): Promise<void> {
  for (const name of names) await bundle(`${peersDir}pages/${name}.js`, name);
  await bundle(`${peersDir}report/plots.js`, 'plots');
  // Our main-thread code for logging; the page's own bundle has the whole player.
  await bundle(`${root}src/services/start-services.ts`, 'ours', isElsewhere);
}

/**
 * Excludes the services: the worker's script is a separate file, and pages without a worker load
 * them later.
 */
function isElsewhere(id: string): boolean {
  return id === 'offstage:services' || id.includes('?worker');
}

/** @returns bytes of a bundle as delivered to browsers */
export function gzippedBytes(file: string): number {
  return gzipSync(readFileSync(file)).length;
}

async function bundle(
  entry: string,
  name: string,
  external: (id: string) => boolean = () => false,
) {
  await build({
    configFile: false,
    root: peersDir,
    logLevel: 'error',
    publicDir: false,
    build: {
      outDir: bundlesDir,
      emptyOutDir: false,
      target: 'es2022',
      modulePreload: { polyfill: false },
      chunkSizeWarningLimit: 10_000,
      rolldownOptions: {
        input: entry,
        external,
        output: { entryFileNames: `${name}.js`, codeSplitting: false },
        // Keep the exports of an entry without importers.
        preserveEntrySignatures: 'strict',
      },
    },
  });
}
