import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import packageJson from '../package.json' with { type: 'json' };

const { version } = packageJson;
const source = (file: string) => fileURLToPath(new URL(file, import.meta.url));

/**
 * The scripts for host pages. They are built several times (`--mode`), because a script's form
 * decides how it finds its own origin: `classic` is `/iframe_api`, `modules` are the same for
 * `<script type="module">`, `vitals` is a module of its own, `package` and `package-classic` are
 * all of them for npm: bundlers and CDNs serve them from another origin. `warnings` is the script
 * that all players load.
 */
const builds = {
  classic: {
    host: '(document.currentScript?.src?new URL(document.currentScript.src).origin:"")',
    input: { 'iframe-api': source('iframe-api.ts') },
    output: { format: 'iife', entryFileNames: `[name]-${version}-[hash].js` },
  },
  modules: {
    host: 'new URL(import.meta.url).origin',
    input: {
      offstage: source('offstage.ts'),
      'offstage-player': source('offstage-player.ts'),
    },
    output: { format: 'es', entryFileNames: `[name]-${version}-[hash].js` },
  },
  // Apart from the others, so that a page without `Player` does not load it.
  vitals: {
    host: 'new URL(import.meta.url).origin',
    input: { vitals: source('vitals.ts') },
    output: { format: 'es', entryFileNames: `[name]-${version}-[hash].js` },
  },
  // The SDK loads it by a name that does not change, so it has no version.
  warnings: {
    host: '""',
    input: { warnings: source('warn-frame.ts') },
    output: { format: 'iife', entryFileNames: '[name].js' },
  },
  package: {
    host: '""',
    input: {
      offstage: source('offstage.ts'),
      'offstage-player': source('offstage-player.ts'),
      react: source('react.ts'),
      vitals: source('vitals.ts'),
    },
    output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: '[name].js' },
  },
  'package-classic': {
    host: '""',
    input: { 'iframe-api': source('iframe-api.ts') },
    output: { format: 'iife', entryFileNames: '[name].js' },
  },
} as const;

export default defineConfig(({ mode }) => {
  const { host, input, output } = builds[mode as keyof typeof builds];
  return {
    root: join(import.meta.dirname, '..'),
    publicDir: false,
    define: { __SDK_HOST__: host },
    build: {
      // `scripts/lib/build-sdk.js` sets each build's directory. It also empties them, because two
      // builds share one.
      emptyOutDir: false,
      target: 'es2022',
      modulePreload: { polyfill: false },
      minify: mode !== 'package',
      rolldownOptions: {
        input: { ...input },
        output,
        // Lets one entry import the other, instead of both a third file.
        preserveEntrySignatures: 'allow-extension',
      },
    },
  };
});
