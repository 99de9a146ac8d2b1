import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

const page = (name: string) => fileURLToPath(new URL(`${name}.html`, import.meta.url));

/** The demo host pages: an origin of their own, as a publisher's page has. */
export default defineConfig({
  root: import.meta.dirname,
  publicDir: false,
  build: {
    outDir: '../dist/demo',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: {
        index: page('index'),
        clients: page('clients'),
        compare: page('compare'),
        builder: page('builder'),
      },
    },
  },
});
