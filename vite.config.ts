import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, minifySync, type Plugin } from 'vite';
import packageJson from './package.json' with { type: 'json' };
import { limitsAsConstants } from './scripts/lib/limits-as-constants.js';
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
 * Chunks: each is one folder of `src/`, with the packages and modules of `shared/` that would
 * otherwise be separate requests.
 */
const chunks = [
  {
    name: 'mount-ui',
    test: /node_modules\/react\/|src\/ui\/controls\/|shared\/(limits\/keyboard-limits|player\/direction-of)\.ts$/,
  },
  {
    name: 'worker-parts',
    test: /src\/services\/worker-parts\/|shared\/(telemetry\/(provider-log-url|collector-pattern)|limits\/provider-log-limits)\.ts$/,
  },
  {
    name: 'engine-parts',
    test: /src\/player\/engines\/parts\/|shared\/(player\/licence-failure|limits\/playing-limits)\.ts$/,
  },
  { name: 'shortcuts', test: /src\/ui\/keyboard\/table\// },
  {
    name: 'parts',
    test: /src\/parts\/|shared\/(limits\/(controls|live|page-config|playback-stats|recovery|resume|visual-element)-limits|player\/(format-time|modest-branding))\.ts$/,
  },
];

/**
 * Builds the player page and its workers. The demo host page has its own config, because it runs on
 * another origin.
 */
export default defineConfig({
  root: import.meta.dirname,
  publicDir: false,
  plugins: [react(), reactAsModules(), limitsAsConstants(), withoutPreloads, smallInlineScripts],
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
    plugins: () => [limitsAsConstants()],
    rolldownOptions: {
      output: {
        entryFileNames: ({ name, facadeModuleId }) => {
          const of = facadeModuleId?.includes('/hls/worker/') ? 'media' : 'services';
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
          // Only the modules of a chunk, without their imports.
          includeDependenciesRecursively: false,
          groups: chunks,
        },
      },
    },
  },
});
