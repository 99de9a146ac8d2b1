import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { bundledPagesDir } from './stand-in.ts';

const clientsDir = fileURLToPath(new URL('..', import.meta.url));

/**
 * Bundles the host page of every client as its publisher would, with the clients as published on
 * npm.
 */
export async function bundlePages(): Promise<void> {
  const entries = readdirSync(`${clientsDir}pages/clients`).map((file) => [
    file.replace(/\.tsx?$/, ''),
    `${clientsDir}pages/clients/${file}`,
  ]);
  await build({
    configFile: false,
    root: clientsDir,
    logLevel: 'error',
    publicDir: false,
    build: {
      outDir: bundledPagesDir,
      emptyOutDir: true,
      minify: false,
      // Vite's preload helper would look for CSS and chunks that a page with one entry lacks.
      modulePreload: { polyfill: false },
      chunkSizeWarningLimit: 10_000,
      rolldownOptions: {
        input: Object.fromEntries(entries),
        output: {
          entryFileNames: '[name].js',
          chunkFileNames: 'chunks/[name]-[hash].js',
          assetFileNames: '[name][extname]',
        },
      },
    },
  });
}
