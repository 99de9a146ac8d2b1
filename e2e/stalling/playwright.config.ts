import { defineConfig } from '@playwright/test';

/** A suite whose browser crashes. */
export default defineConfig({
  testDir: '.',
  testMatch: 'ended-browser.fixture.ts',
  outputDir: '../../test-results/ended-browser',
  use: {
    launchOptions: {
      ...(process.env.CHROMIUM_PATH && { executablePath: process.env.CHROMIUM_PATH }),
      args: ['--no-sandbox'],
    },
  },
});
