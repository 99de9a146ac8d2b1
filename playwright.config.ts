import { defineConfig } from '@playwright/test';
import { disableFeatures } from './e2e/support/disabled-features.ts';
import { isolateSites } from './e2e/support/isolate-sites.ts';
import { thorough } from './e2e/support/thorough.ts';
import { findTestBrowser } from './scripts/lib/ensure-browser.js';

// By default one page of ten measures itself, by chance; here tests decide.
process.env.OFFSTAGE_FIELD_SAMPLE ??= '0';

const chromiumPath = findTestBrowser();
const thoroughTag = new RegExp(thorough.tag);

/**
 * The whole journey in a real browser: host page and player on two sites, real servers, no mocks.
 */
export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results/e2e',
  fullyParallel: true,
  // Tests often wait for a server, a video or a timer, so four workers keep two cores busy.
  workers: 4,
  retries: 0,
  forbidOnly: true,
  // For a hung browser only; no test comes near it.
  timeout: 240_000,
  expect: { timeout: 30_000 },
  projects: [
    // First, so that it runs beside other tests: the client tests wait for it.
    { name: 'client pages', testDir: 'e2e/clients', testMatch: 'bundle-pages.setup.ts' },
    // Other browsers have their own config. The npm clients need bundled host pages, and a browser
    // that resolves YouTube's host to this server.
    {
      name: 'e2e',
      testIgnore: ['clients/**', 'browsers/**', 'first-minutes/**'],
      grepInvert: thoroughTag,
    },
    // The extra tests of `npm run test:all`, marked by e2e/support/thorough.ts.
    {
      name: 'thorough',
      testIgnore: ['browsers/**', 'first-minutes/**'],
      grep: thoroughTag,
      dependencies: ['client pages'],
    },
    // Installs and builds from scratch, which takes minutes: `npm run test:readme`.
    { name: 'first minutes', testDir: 'e2e/first-minutes' },
    {
      name: 'clients',
      testDir: 'e2e/clients',
      dependencies: ['client pages'],
      grepInvert: thoroughTag,
    },
  ],
  use: {
    browserName: 'chromium',
    launchOptions: {
      ...(chromiumPath ? { executablePath: chromiumPath } : {}),
      // Playwright disables the back/forward cache; a viewer's browser has it enabled.
      ignoreDefaultArgs: ['--disable-back-forward-cache'],
      args: [
        '--no-sandbox',
        '--disable-background-networking',
        '--disable-component-update',
        '--no-first-run',
        disableFeatures,
        isolateSites,
      ],
    },
  },
});
