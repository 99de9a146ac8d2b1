import { join } from 'node:path';

/** The project's root directory. */
export const root = join(import.meta.dirname, '..');

/** Output of `npm run dev`: pages for the server to fill in, the SDK, and Vite's cache. */
const output = join(root, 'dist/dev');

export const pageDir = join(output, 'page');
export const demoDir = join(output, 'demo');
export const dashboardDir = join(output, 'dashboard');
export const sdkDir = join(output, 'sdk');
export const viteCacheDir = join(output, 'vite');
export const docsDir = join(root, 'dist/docs');

/**
 * Path of all modules, on both origins. The same as for deployed scripts, so that they get the same
 * headers.
 */
export const modulesPath = '/assets/';
