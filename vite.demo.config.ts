import { defineConfig } from 'vite';

/** The demo host page: an origin of its own, as a publisher's page has. */
export default defineConfig({
  root: 'demo',
  publicDir: false,
  build: { outDir: '../dist/demo', emptyOutDir: true, target: 'es2022', assetsInlineLimit: 0 },
});
