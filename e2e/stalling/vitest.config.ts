import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { openRequestsPlugin } from '../../scripts/progress/open-requests.js';
import { VitestProgress } from '../../scripts/progress/vitest-progress.js';

/** Suites that hang on purpose in a browser's page, for the tests of the watchdog. */
export default defineConfig({
  root: import.meta.dirname,
  test: {
    reporters: ['default', new VitestProgress()],
    testTimeout: 0,
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      provider: playwright({
        launchOptions: { executablePath: process.env.CHROMIUM_PATH, args: ['--no-sandbox'] },
      }),
      instances: [{ browser: 'chromium' }],
    },
    projects: [
      {
        extends: true,
        plugins: [openRequestsPlugin()],
        test: { name: 'hanging test', include: ['hangs.fixture.ts'] },
      },
      {
        extends: true,
        plugins: [
          openRequestsPlugin(),
          {
            name: 'never-answers',
            configureServer(server) {
              // A tester page's script, without which it never loads.
              server.httpServer?.prependListener('request', (request, response) => {
                if (!/\/tester-[\w-]+\.js$/.test(request.url ?? '')) return;
                response.end = () => response;
                process.stdout.write('holds the script\n');
              });
            },
          },
        ],
        test: { name: 'hanging page', include: ['hangs.fixture.ts'] },
      },
    ],
  },
});
