import { fileURLToPath } from 'node:url';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { isolateSites } from './e2e/support/isolate-sites.ts';
import { findTestBrowser } from './scripts/lib/ensure-browser.js';
import { openRequestsPlugin } from './scripts/progress/open-requests.js';
import { VitestProgress } from './scripts/progress/vitest-progress.js';
import { browserDependencies } from './tests/browser/browser-dependencies.ts';
import { intakePlugin } from './tests/browser/intake-plugin.ts';
import { haltingMediaPlugin } from './tests/browser/player/while-playing/halting-media-plugin.ts';
import { releaseRequestsPlugin } from './tests/browser/release-requests-plugin.ts';
import { fakeEmbedPlugin } from './tests/browser/sdk/fake-embed-plugin.ts';

/** Upper limits before a test fails; no test waits longer than its condition takes. */
const patience = {
  testTimeout: 120_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 20_000, interval: 10 } },
};

/** The tests that run on both stores. */
const storeTests = [
  'api/api-replies',
  'api/datasync-ids',
  'api/refused-calls',
  'api/reply-commands',
  'api/share-panel',
  'api/viewer-bounds',
  'api/viewer-commands',
  'api/viewer-expiry',
  'api/visitor-ids',
  'intake/accepted-batches',
  'intake/batch-bodies',
  'intake/countries',
  'intake/errors/error-routes',
  'intake/provider-log/provider-log-batches',
  'intake/provider-log/provider-log-entries',
  'intake/receipts',
  'intake/stored-events',
  'operator/telemetry/experiment-filters',
  'operator/telemetry/playback-dimensions',
  'operator/telemetry/qoe',
  'operator/telemetry/telemetry',
  'reports/audience',
  'reports/completeness',
  'reports/silent-pages',
  'reports/hostile-viewings',
  'reports/missing-events',
  'reports/costs',
  'reports/custom-dimensions',
  'reports/custom-names',
  'reports/custom-values',
  'reports/dimensions',
  'reports/experiment-filters',
  'reports/experiments',
  'reports/dashboard-routes',
  'reports/latest-part',
  'reports/listed-playbacks',
  'reports/playback-dimensions',
  'reports/rebuild',
  'reports/rebuild-archived',
  'reports/report-figures',
  'reports/report-playbacks',
  'reports/report-store',
  'reports/report-ends',
  'reports/summed-reports',
  'reports/watched-minutes',
  'store/archived-ranges',
  'store/copy/archive-events',
  'store/copy/copy-events',
  'store/document-reader',
  'store/gaps',
  'store/keep-days',
  'store/parquet/shared-store',
  'store/parquet/write-parquet',
  'store/refused-numbers',
  'store/store',
  'store/wrong-clock',
];

/** Common settings of all projects that run in Node. */
const inNode = {
  ...patience,
  environment: 'node' as const,
  isolate: false,
  setupFiles: ['tests/unit/leave-nothing.ts'],
};

/** Ports for a suite that runs beside others (`tests/unit/server/support/free-port.ts`). */
const firstPortShare = (share: number) => ({ OFFSTAGE_FIRST_PORT_SHARE: String(share) });

export default defineConfig({
  root: import.meta.dirname,
  resolve: {
    alias: {
      'offstage:services': fileURLToPath(
        new URL('worker/services/serve-services.ts', import.meta.url),
      ),
    },
  },
  // The SDK's tests set the player's host themselves.
  define: { __SDK_HOST__: '""' },
  worker: { format: 'es' },
  test: {
    // `npm test` follows the progress and reads the report.
    reporters: process.env.OFFSTAGE_PROGRESS_FILE
      ? ['default', 'json', new VitestProgress()]
      : ['default'],
    projects: [
      {
        extends: true,
        test: {
          ...inNode,
          name: 'unit',
          // By default Vitest leaves one core unused, and many tests only wait for a process.
          maxWorkers: 2,
          include: ['tests/unit/**/*.test.{ts,tsx}', 'tests/fuzz/**/*.test.ts'],
          exclude: ['tests/unit/server/postgres/**'],
        },
      },
      {
        extends: true,
        // Needs programs that npm does not install: nginx, Caddy, openssl and systemd-analyze.
        test: {
          ...inNode,
          name: 'programs',
          include: ['tests/programs/*.test.ts'],
          env: firstPortShare(6),
        },
      },
      {
        extends: true,
        test: {
          ...inNode,
          name: 'postgres',
          globalSetup: ['tests/unit/postgres-setup.ts'],
          // PostgreSQL must pass the same store tests as SQLite.
          env: { OFFSTAGE_TEST_STORE: 'postgres', ...firstPortShare(12) },
          include: [
            'tests/unit/server/postgres/*.test.ts',
            ...storeTests.map((name) => `tests/unit/server/${name}.test.ts`),
          ],
        },
      },
      {
        extends: true,
        plugins: [
          openRequestsPlugin(),
          releaseRequestsPlugin(),
          intakePlugin(),
          fakeEmbedPlugin(),
          haltingMediaPlugin(),
        ],
        optimizeDeps: browserDependencies,
        test: {
          ...patience,
          name: 'browser',
          include: ['tests/browser/**/*.test.{ts,tsx}'],
          // All files share one origin, and so one database, one set of locks and one intake.
          fileParallelism: false,
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({
              launchOptions: {
                executablePath: findTestBrowser(),
                args: ['--no-sandbox', '--disable-background-networking', isolateSites],
              },
            }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
    ],
  },
});
