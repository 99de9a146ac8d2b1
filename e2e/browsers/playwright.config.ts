import { defineConfig } from '@playwright/test';
import { onlyChromium } from '../support/only-chromium.ts';
import type { BrowserOptions } from './support/test.ts';

const firefoxPath = process.env.FIREFOX_PATH ?? 'firefox';

// By default one page of ten measures itself, by chance; here tests decide.
process.env.OFFSTAGE_FIELD_SAMPLE ??= '0';

/**
 * Browsers other than Chromium: a smoke journey in each, and the whole host interface in Firefox.
 */
export default defineConfig<object, BrowserOptions>({
  testDir: '..',
  outputDir: '../../test-results/browsers',
  fullyParallel: false,
  workers: 2,
  retries: 0,
  forbidOnly: true,
  timeout: 240_000,
  expect: { timeout: 30_000 },
  projects: [
    {
      name: 'firefox',
      testMatch: 'browsers/*.test.ts',
      use: { under: { name: 'firefox', path: firefoxPath } },
    },
    {
      name: 'webkitgtk',
      testMatch: 'browsers/*.test.ts',
      use: {
        under: {
          name: 'webkitgtk',
          driverPath: process.env.WEBKIT_DRIVER_PATH ?? 'WebKitWebDriver',
          miniBrowserPath: process.env.MINI_BROWSER_PATH ?? 'MiniBrowser',
        },
      },
    },
    {
      name: 'host interface in firefox',
      testMatch: [
        'host-api/*.test.ts',
        'sdk.test.ts',
        'sdk-frames.test.ts',
        'sdk-script.test.ts',
        'sdk-element.test.ts',
      ],
      grepInvert: new RegExp(onlyChromium.tag),
      fullyParallel: true,
      use: {
        browserName: 'firefox',
        channel: 'moz-firefox',
        launchOptions: { executablePath: firefoxPath },
      },
    },
  ],
});
