import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';

const peersDir = fileURLToPath(new URL('peers/', import.meta.url));
const root = fileURLToPath(new URL('../../', import.meta.url));

/** Where the bundles are: `NAME.js` for each page of `peers/pages`, `plots.js` for the report. */
export const bundlesDir = `${peersDir}dist/`;

/** Bundles each peer by itself, as its user would for production. @param names of `peers/pages` */
export async function bundlePeers(names: readonly string[]): Promise<void> {
  for (const name of names) await bundle(`${peersDir}pages/${name}.js`, name);
  await bundle(`${peersDir}report/plots.js`, 'plots');
  // What of ours is on the main thread for logging; the page's own bundle holds the whole player.
  await bundle(`${root}src/services/start-services.ts`, 'ours', isElsewhere);
}

/** The services themselves: the worker's script is a file of its own, and pages without a worker load them when needed. */
function isElsewhere(id: string): boolean {
  return id === 'offstage:services' || id.includes('?worker');
}

/** @returns bytes of a bundle as a browser gets it */
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
        // An entry without importers keeps what it exports.
        preserveEntrySignatures: 'strict',
      },
    },
  });
}
