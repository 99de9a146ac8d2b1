import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** The operator's dashboard: a page of its own, so that nothing of it is ever in the player's. */
export default defineConfig({
  root: import.meta.dirname,
  // The server may stand behind a proxy that puts something before its paths.
  base: './',
  publicDir: false,
  plugins: [react()],
  build: {
    outDir: '../dist/dashboard',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: { output: { entryFileNames: 'assets/dashboard-[hash].js' } },
  },
});
