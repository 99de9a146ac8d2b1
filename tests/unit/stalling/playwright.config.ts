import { defineConfig } from '@playwright/test';

export default defineConfig({
  testDir: '.',
  testMatch: 'hangs.spec.ts',
  outputDir: '../../../test-results/hangs',
  timeout: 0,
});
