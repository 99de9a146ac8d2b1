import type { Page } from '@playwright/test';
import { storedEvents } from './support/intake.ts';
import { leaveAndReturn } from './support/kept-page.ts';
import { leave, test } from './support/operated.ts';
import { ownBrowser } from './support/own-browser.ts';
import type { Server } from './support/server-process.ts';
import { providerLines, reportedErrors } from './support/telemetry.ts';
import { expect } from './support/test.ts';
import { thorough } from './support/thorough.ts';
import { wholeBrowser } from './support/whole-browser.ts';

test.use({ expectedNoise: /own \d|worn out|Event$/ });

const video = 'offstage002';

const messages = async (server: Server) =>
  (await reportedErrors(server)).map(({ message, count }) => `${count} × ${message}`).sort();

/**
 * The provider's own failing script: three errors at once; when its page is restored, the first of
 * them again and others. Each error is thrown twice.
 */
const failingScript = `
  let count = 0;
  const fail = (n) => { for (let i = 0; i < 2; i++) setTimeout(() => { throw new Error('own ' + n); }); };
  const failSome = () => { for (let i = 0; i < 3; i++) fail(++count); };
  failSome();
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return;
    fail(1);
    failSome();
  });
`;

test.describe('a page restored from the back/forward cache', () => {
  test.use(ownBrowser((options) => ({ ...options, ...wholeBrowser })));

  for (const runtime of ['worker', 'main'])
    test(
      `reports five errors once each, though its worker ended each time it was left (runtime=${runtime}) [spec-8.22, spec-8.23]`,
      runtime === 'main' ? thorough : {},
      async ({ page, startOperated }) => {
        const server = await startOperated({ assets: { js: '/brand.js' } });
        await page.route('**/brand.js', (route) =>
          route.fulfill({ contentType: 'text/javascript', body: failingScript }),
        );
        await page.goto(`${server.embedOrigin}/embed/${video}?runtime=${runtime}&debug=1`);
        const first = ['1 × own 1', '1 × own 2', '1 × own 3'];
        await expect.poll(() => messages(server)).toEqual(first);
        const five = [...first, '1 × own 4', '1 × own 5'];
        for (let time = 0; time < 2; time++) {
          await page.waitForLoadState('networkidle');
          expect(await leaveAndReturn(page)).toBe(true);
          await expect.poll(() => messages(server)).toEqual(five);
          await expect(page.locator('.debug-panel')).toContainText(/Services(worker|page)/);
        }
      },
    );
});

/** Damages the worker's script, so that it crashes shortly after it has begun to work. */
async function wearOutWorkers(page: Page): Promise<void> {
  await page.route('**/services-worker-*.js', async (route) => {
    const response = await route.fetch();
    const body = `${await response.text()}\nsetTimeout(() => { throw new Error('worn out'); }, 700);`;
    await route.fulfill({ response, body });
  });
}

/** Opens a document and waits until the services have moved into the page. */
async function outliveWorkers(page: Page, { embedOrigin }: Server): Promise<void> {
  await page.goto(`${embedOrigin}/embed/${video}?debug=1`);
  await expect(page.locator('.debug-panel')).toContainText('Servicespage');
}

/**
 * Checks that each document reports its storage in all lives of its services, or in none: its
 * number decides.
 */
async function expectOneDraw(server: Server, documentsCount: number): Promise<void> {
  const sids = async () => [...new Set((await storedEvents(server)).map(({ sid }) => sid))];
  await expect.poll(sids).toHaveLength(documentsCount);
  const opened = (await providerLines(server)).filter(({ kind }) => kind === 'storage_opened');
  for (const sid of await sids()) {
    const isInSample = Number.parseInt(sid.slice(0, 8), 16) < 0.2 * 2 ** 32;
    const count = opened.filter((entry) => entry.sid === sid).length;
    if (isInSample) expect(count, sid).toBeGreaterThan(1);
    else expect(count, sid).toBe(0);
  }
}

test('a worker that dies repeatedly is reported once, until the services run in the page; all of them make the same sampling decision [spec-8.22, spec-8.23, spec-9.21]', async ({
  page,
  server,
}) => {
  await wearOutWorkers(page);
  await outliveWorkers(page, server);
  await expect.poll(() => messages(server)).toEqual(['1 × worn out']);
  await leave(page);
  await expectOneDraw(server, 1);
  expect(await messages(server)).toEqual(['1 × worn out']);
});

test(
  'for some documents all lives of the services report their storage, for the others none [spec-9.21]',
  thorough,
  async ({ page, server }) => {
    await wearOutWorkers(page);
    for (let documentsCount = 1; documentsCount <= 6; documentsCount++) {
      await outliveWorkers(page, server);
      await leave(page);
      await expectOneDraw(server, documentsCount);
    }
  },
);
