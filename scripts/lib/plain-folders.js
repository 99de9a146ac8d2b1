/**
 * `npm run check` requires plain English in the comments and documents of these folders and files.
 * @type {readonly string[]}
 */
export const plainFolders = [
  'src',
  'worker',
  'server',
  'shared',
  'hls',
  'sdk',
  'demo',
  'dashboard',
  'dev',
  'scripts',
  'bench',
  'e2e',
  'tests',
  'docs',
  'packaging',
  'README.md',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'vite.config.ts',
  'vitest.config.ts',
  'playwright.config.ts',
];
