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

/**
 * Damages the worker's script, so that it crashes shortly after it has begun to work. One that
 * crashed before its services have started would count as refused.
 */
async function wearOutWorkers(page: Page): Promise<void> {
  await page.route('**/services-worker-*.js', async (route) => {
    const response = await route.fetch();
    const body = `(${crashOnceStarted})();${await response.text()}`;
    await route.fulfill({ response, body });
  });
}

/** Runs before the worker's script. The messages are Comlink's. */
function crashOnceStarted(): void {
  let startId: string | null = null;
  addEventListener('message', ({ data }) => {
    if (data?.path?.[0] === 'start') startId = data.id;
  });
  const post = globalThis.postMessage.bind(globalThis);
  Object.assign(globalThis, {
    postMessage(message: { id?: string }, ...rest: [StructuredSerializeOptions]) {
      post(message, ...rest);
      if (startId === null || message.id !== startId) return;
      setTimeout(() => {
        throw new Error('worn out');
      }, 700);
    },
  });
}

/** First byte of a document's number, which decides whether it is in the sample of 0.2. */
const draws = { outside: 0xff, inside: 0 };

/** Opens a document of this draw, waits until the services have moved into the page, and leaves. */
async function outliveWorkers(page: Page, server: Server, firstByte: number): Promise<string> {
  await using _draw = await page.addInitScript((byte) => {
    const draw = crypto.getRandomValues.bind(crypto);
    crypto.getRandomValues = (array) => {
      const drawn = draw(array);
      if (drawn instanceof Uint8Array) drawn[0] = byte;
      return drawn;
    };
  }, firstByte);
  const known = new Set(await sidsOf(server));
  await page.goto(`${server.embedOrigin}/embed/${video}?debug=1`);
  await expect(page.locator('.debug-panel')).toContainText('Servicespage');
  await leave(page);
  const added = async () => (await sidsOf(server)).filter((sid) => !known.has(sid));
  await expect.poll(added).toHaveLength(1);
  return String((await added())[0]);
}

async function sidsOf(server: Server): Promise<string[]> {
  return [...new Set((await storedEvents(server)).map(({ sid }) => sid))];
}

test('a worker that dies repeatedly is reported once, until the services run in the page; all lives of the services report their storage, or none [spec-8.22, spec-8.23, spec-9.21]', async ({
  page,
  server,
}) => {
  await wearOutWorkers(page);
  const outside = await outliveWorkers(page, server, draws.outside);
  await expect.poll(() => messages(server)).toEqual(['1 × worn out']);
  const inside = await outliveWorkers(page, server, draws.inside);
  const openedBy = async (sid: string) => {
    const lines = await providerLines(server);
    return lines.filter((line) => line.kind === 'storage_opened' && line.sid === sid).length;
  };
  // Sent as the page ended, perhaps after its events.
  await expect.poll(() => openedBy(inside)).toBeGreaterThan(1);
  expect(await openedBy(outside)).toBe(0);
  // The worker reports its end, or the page notices it: the reports are counted apart.
  const counts = (await reportedErrors(server)).map(({ count }) => count);
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(2);
});
