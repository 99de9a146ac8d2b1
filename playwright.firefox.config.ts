import { defineConfig } from '@playwright/test';

/**
 * The host interface in a Firefox as its makers ship it. Left to Chromium: tests that speak its debugging protocol, and those
 * that click inside the player's frame, where Playwright's clicks do not arrive in this browser.
 */
export default defineConfig({
  testDir: 'e2e',
  testMatch: ['host-api/*.test.ts', 'sdk.test.ts', 'sdk-element.test.ts'],
  // It needs a switch of Chromium's.
  grepInvert: /autoplay that the browser blocks/,
  outputDir: 'test-results/firefox',
  fullyParallel: true,
  workers: 2,
  retries: 0,
  timeout: 120_000,
  expect: { timeout: 30_000 },
  use: {
    browserName: 'firefox',
    channel: 'moz-firefox',
    launchOptions: {
      executablePath: process.env.FIREFOX_PATH ?? 'firefox',
    },
  },
});
