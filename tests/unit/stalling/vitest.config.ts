import { defineConfig } from 'vitest/config';
import { VitestProgress } from '../../../scripts/progress/vitest-progress.js';

/** Suites that hang on purpose, for the tests of the watchdog. */
export default defineConfig({
  root: import.meta.dirname,
  test: {
    reporters: ['default', new VitestProgress()],
    testTimeout: 0,
    hookTimeout: 0,
    projects: [
      { extends: true, test: { name: 'test', include: ['hangs.fixture.ts'] } },
      {
        extends: true,
        test: { name: 'runner', include: ['hangs.fixture.ts'], globalSetup: ['never-ready.ts'] },
      },
    ],
  },
});
