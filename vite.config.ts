import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, minifySync, type Plugin } from 'vite';
import packageJson from './package.json' with { type: 'json' };
import { reactAsModules } from './scripts/lib/react-as-modules.js';

/**
 * Removes Vite's wrapper around each `import()`, which costs the page's first script more than 2
 * kB. The wrapper preloads what the imported script itself imports. Here that is the first script,
 * and `load-style.ts` loads styles by name.
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

/** Minifies the scripts inside the page. Vite minifies only those that the page loads. */
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
 * Modules of the controls' file, including those that panels share with them. The bundler would
 * split these into more files, and the controls would wait for all of them.
 */
const isFirstScreen = new RegExp(
  [
    'node_modules/react/',
    'src/errors/render-error',
    'shared/(keyboard-limits|direction-of)',
    // Not the modules that the page needs earlier, nor those that load with the seek bar's
    // pictures.
    'src/ui/(?!react-root|start-stage|stage|controls-vis|root-attr|early-|load-|toggle-play|seek-preview|storyboard|remote-|watch-addr)[\\w-]+\\.tsx?$',
    'src/ui/messages/(translate|format-(message|number)|localized|plural-category)',
    'src/ui/(context-menu/start|keyboard/slider|panels/(panel-(b|h|l|s)|panels\\.css))',
  ].join('|'),
);

/**
 * Builds the player page and its workers. The demo host page has its own config, because it runs on
 * another origin.
 */
export default defineConfig({
  root: import.meta.dirname,
  publicDir: false,
  plugins: [react(), reactAsModules(), withoutPreloads, smallInlineScripts],
  define: { __OFFSTAGE_VERSION__: JSON.stringify(packageJson.version) },
  resolve: {
    alias: {
      // The page's only way to the services' code, for `runtime=main`; its type is the shared
      // contract.
      'offstage:services': fileURLToPath(
        new URL('worker/services/serve-services.ts', import.meta.url),
      ),
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
    // For the server, which uses them to resolve stacks of error reports. It never serves them.
    sourcemap: 'hidden',
    // The server reads from it which files to preload.
    manifest: true,
    modulePreload: false,
    cssCodeSplit: false,
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 600,
    rolldownOptions: {
      output: {
        entryFileNames: 'assets/page-[hash].js',
        codeSplitting: {
          // Only the modules below, without their imports.
          includeDependenciesRecursively: false,
          groups: [
            { name: 'mount-ui', test: isFirstScreen },
            {
              name: 'worker-parts',
              test: /src\/(trusted-script-url|may-try-worker|services\/(blob-worker-script|worker-directive))\.ts$|shared\/(provider-log-(url|limits)|collector-pattern)\.ts$/,
            },
            {
              name: 'engine-parts',
              test: /src\/player\/engines\/(engine-text-tracks|engine-trust|track-report|take-media-sources)\.ts$|shared\/(licence-failure|playing-limits)\.ts$/,
            },
            { name: 'shortcuts', test: /src\/ui\/(keyboard\/shortcuts|settings\/rate-label)\.ts$/ },
            // Small rules shared by the same scripts; separate files would cost a request each.
            {
              name: 'rules',
              test: /src\/player\/(buffer-ahead-sec|chapter-at|live-edge|preferred-captions|range-at)\.ts$|shared\/(is-record|later-limits|recovery-limits|format-time|modest-branding)\.ts$|src\/services\/worker-directive\.ts$|src\/(create-value|trusted-script-url|resume\/resume-rules|ui\/(controls-visibility|watch-address)|frame-policy)\.ts$/,
            },
          ],
        },
      },
    },
  },
});
