import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, minifySync, type Plugin } from 'vite';
import packageJson from './package.json' with { type: 'json' };
import { reactAsModules } from './scripts/lib/react-as-modules.js';

/**
 * Vite wraps each `import()` in code that preloads what the imported script imports itself, more than 2 kB of the page's first script.
 * Here that is the first script itself, and styles are loaded by name (`load-style.ts`).
 */
const withoutPreloads: Plugin = {
  name: 'without-preloads',
  apply: 'build',
  configResolved({ plugins }) {
    const wraps = plugins.findIndex(({ name }) => name === 'native:import-analysis-build');
    if (wraps < 0) throw new Error('Vite wraps `import()` by a plugin of another name now.');
    (plugins as Plugin[]).splice(wraps, 1);
  },
};

/** Vite minifies the scripts that a page loads, and leaves those that stand in it as they are written. */
const smallInlineScripts: Plugin = {
  name: 'small-inline-scripts',
  apply: 'build',
  transformIndexHtml: (html) =>
    html.replace(/(?<=<script>).*?(?=<\/script>)/gs, (script) => {
      const { code, errors } = minifySync('index.html', script, { module: false });
      if (errors.length > 0) throw new Error(`The script in index.html: ${errors[0]?.message}`);
      return code;
    }),
};

/**
 * The controls in one file, with what panels share with them. Left to itself the bundler puts that into files of their own, and the
 * controls wait for all of them.
 */
const isFirstScreen = new RegExp(
  [
    'node_modules/react/',
    'src/errors/render-error',
    'shared/(keyboard-limits|direction-of)',
    // But what the page itself needs before, and what comes with the seek bar's pictures.
    'src/ui/(?!react-root|start-stage|stage|controls-vis|root-attr|early-|load-|toggle-play|seek-preview|storyboard|remote-|watch-addr)[\\w-]+\\.tsx?$',
    'src/ui/messages/(translate|format-(message|number)|localized|plural-category)',
    'src/ui/(context-menu/start|keyboard/slider|panels/(panel-(b|h|l|s)|panels\\.css))',
  ].join('|'),
);

/** The player page and its worker. The demo host page has a config of its own, because it lives on another origin. */
export default defineConfig({
  root: import.meta.dirname,
  publicDir: false,
  plugins: [react(), reactAsModules(), withoutPreloads, smallInlineScripts],
  define: { __OFFSTAGE_VERSION__: JSON.stringify(packageJson.version) },
  resolve: {
    alias: {
      // The one door through which the page reaches the services' code, for `runtime=main`; its type is the shared contract.
      'offstage:services': fileURLToPath(new URL('worker/serve-services.ts', import.meta.url)),
    },
  },
  worker: {
    format: 'es',
    rolldownOptions: {
      output: {
        entryFileNames: ({ name, facadeModuleId }) => {
          const of = facadeModuleId?.includes('/media-worker/') ? 'media' : 'services';
          return `assets/${name === 'traced-main' ? 'traced-' : ''}${of}-worker-[hash].js`;
        },
      },
    },
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
            {
              name: 'worker-parts',
              test: /src\/(trusted-script-url|may-try-worker|services\/(blob-worker-script|worker-directive))\.ts$|shared\/(provider-log-(url|limits)|collector-pattern)\.ts$/,
            },
            {
              name: 'engine-parts',
              test: /src\/player\/engines\/(engine-reading|engine-text-tracks|engine-trust|track-report|take-media-sources)\.ts$|shared\/(licence-failure|playing-limits)\.ts$/,
            },
            { name: 'shortcuts', test: /src\/ui\/(keyboard\/shortcuts|settings\/rate-label)\.ts$/ },
            // Small rules that the same scripts share: each would be a request of its own.
            {
              name: 'rules',
              test: /src\/player\/(buffer-ahead-sec|chapter-at|live-edge|preferred-captions|range-at)\.ts$|shared\/(is-record|later-limits|recovery-limits|format-time|modest-branding)\.ts$|src\/services\/worker-directive\.ts$|src\/(create-value|trusted-script-url|resume\/(resumed|resume-rules)|ui\/(controls-visibility|watch-address)|performance\/latest-report|frame-policy)\.ts$/,
            },
          ],
        },
      },
    },
  },
});
