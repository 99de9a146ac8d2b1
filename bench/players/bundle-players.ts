import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const peersDir = fileURLToPath(new URL('peers/', import.meta.url));

/**
 * Directory of the bundles: for each script of `peers/pages` a directory with `NAME.js`, its chunks
 * and its style.
 */
export const bundlesDir = `${peersDir}dist/`;

/**
 * Bundles each peer separately, as its users would for production: dynamic imports are chunks,
 * styles are files.
 */
export async function bundlePlayers(names: readonly string[]): Promise<void> {
  for (const name of names) {
    await build({
      configFile: false,
      root: peersDir,
      base: `/peers/${name}/`,
      logLevel: 'error',
      publicDir: false,
      define: { 'process.env.NODE_ENV': '"production"' },
      build: {
        outDir: `${bundlesDir}${name}`,
        emptyOutDir: true,
        target: 'es2022',
        assetsDir: '',
        chunkSizeWarningLimit: 10_000,
        rolldownOptions: {
          input: `${peersDir}pages/${name}.js`,
          output: { entryFileNames: `${name}.js`, assetFileNames: '[name][extname]' },
        },
      },
    });
  }
}
