import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import packageJson from './package.json' with { type: 'json' };

/**
 * Vite wraps each `import()` in code that preloads what the imported script imports itself, nearly 2 kB of the page's first script. Here
 * that is the first script itself, and styles come in one file.
 */
const withoutPreloads: Plugin = {
  name: 'without-preloads',
  enforce: 'pre',
  load: {
    filter: { id: /vite\/preload-helper/ },
    handler: () => 'export const __vitePreload = (load) => load();',
  },
};

/**
 * The controls in one file, with what panels share with them. Left to itself the bundler puts that into files of their own, and the
 * controls wait for all of them.
 */
const isFirstScreen = new RegExp(
  [
    'node_modules/(react|react-dom|scheduler)/',
    'src/errors/render-error',
    'shared/keyboard-limits',
    // But what the page itself needs before, and what comes with the seek bar's pictures.
    'src/ui/(?!start-stage|stage|controls-vis|root-attr|early-|load-|toggle-play|seek-preview|storyboard|remote-)[\\w-]+\\.tsx?$',
    'src/ui/messages/(translate|format-|localized)',
    'src/ui/(context-menu/start|keyboard/slider|panels/(panel-(b|h|l|s)|panels\\.css))',
  ].join('|'),
);

/** The player page and its worker. The demo host page has a config of its own, because it lives on another origin. */
export default defineConfig({
  root: import.meta.dirname,
  publicDir: false,
  plugins: [react(), withoutPreloads],
  define: { __OFFSTAGE_VERSION__: JSON.stringify(packageJson.version) },
  resolve: {
    alias: {
      // The one door through which the page reaches the services' code, for `runtime=main`; its type is the shared contract.
      'offstage:services': fileURLToPath(new URL('worker/serve-services.ts', import.meta.url)),
    },
  },
  worker: {
    format: 'es',
    rolldownOptions: { output: { entryFileNames: 'assets/services-worker-[hash].js' } },
  },
  build: {
    outDir: 'dist/page',
    emptyOutDir: true,
    target: 'es2022',
    // For the server, which resolves the stacks of error reports with them; it gives them to nobody.
    sourcemap: 'hidden',
    // The server reads from it what to preload.
    manifest: true,
    modulePreload: false,
    cssCodeSplit: false,
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 600,
    rolldownOptions: {
      output: {
        entryFileNames: 'assets/page-[hash].js',
        codeSplitting: {
          // The modules below, and not all that they import.
          includeDependenciesRecursively: false,
          groups: [
            { name: 'mount-ui', test: isFirstScreen },
            // Small rules that the same scripts share: each would be a request of its own.
            {
              name: 'rules',
              test: /src\/player\/(chapter-at|live-edge|preferred-captions)\.ts$|src\/(create-value|resume\/resumed|load-style|frame-policy)\.ts$/,
            },
          ],
        },
      },
    },
  },
});
