import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const peersDir = fileURLToPath(new URL('peers/', import.meta.url));

/** Where the bundles are: for each script of `peers/pages` a directory with `NAME.js`, its chunks and its style. */
export const bundlesDir = `${peersDir}dist/`;

/** Bundles each peer by itself, as its user would for production: chunks of what it imports later, styles in files of their own. */
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
