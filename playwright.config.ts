import { defineConfig } from '@playwright/test';
import { disableFeatures } from './e2e/support/disabled-features.ts';
import { isolateSites } from './e2e/support/isolate-sites.ts';
import { thorough } from './e2e/support/thorough.ts';
import { findTestBrowser } from './scripts/lib/ensure-browser.js';

const chromiumPath = findTestBrowser();
const thoroughTag = new RegExp(thorough.tag);

/** The journey in a real browser: host page and player on two sites, real servers, nothing mocked. */
export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results/e2e',
  fullyParallel: true,
  // Tests often wait for a server, a video or a timer: four keep two cores busy.
  workers: 4,
  retries: 0,
  forbidOnly: true,
  // A net for a hung browser, far from what any test needs.
  timeout: 240_000,
  expect: { timeout: 30_000 },
  projects: [
    // First, so that it goes beside other tests: the clients' own wait for it.
    { name: 'client pages', testDir: 'e2e/clients', testMatch: 'bundle-pages.setup.ts' },
    // Other browsers have a config of their own. The clients from npm have host pages that are bundled first, and a browser that takes our server for YouTube.
    {
      name: 'e2e',
      testIgnore: ['clients/**', 'browsers/**', 'first-minutes/**'],
      grepInvert: thoroughTag,
    },
    // What `npm run test:all` runs besides: marked by e2e/support/thorough.ts.
    {
      name: 'thorough',
      testIgnore: ['browsers/**', 'first-minutes/**'],
      grep: thoroughTag,
      dependencies: ['client pages'],
    },
    // It installs and builds anew, which takes minutes: `npm run test:readme`.
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
      // Playwright switches the back/forward cache off; a viewer's browser has it on.
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
