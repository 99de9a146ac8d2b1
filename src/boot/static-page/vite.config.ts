import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

/**
 * The inline script of each page that `offstage publish` writes; a content security policy allows
 * it by its hash.
 */
export default defineConfig({
  root: join(import.meta.dirname, '../../..'),
  publicDir: false,
  build: {
    outDir: 'dist/static',
    emptyOutDir: true,
    target: 'es2022',
    lib: {
      entry: fileURLToPath(new URL('main.ts', import.meta.url)),
      formats: ['iife'],
      name: 'staticPage',
      fileName: () => 'static-page.js',
    },
  },
});
