import type { Page } from '@playwright/test';
import type { Server } from './support/server-process.ts';
import { reportedErrors } from './support/telemetry.ts';
import { expect, test } from './support/test.ts';

// A value that is not an event list throws in one place before the provider's tiers are known, and
// in another after.
test.use({ expectedNoise: /9lives|Spread syntax|map is not a function|could not be rendered/ });

/** Opens a player whose worker accepts messages from the test, which no product page sends. */
async function openPlayer(page: Page, server: Server): Promise<void> {
  await page.addInitScript(() => {
    const { Worker } = window;
    window.Worker = class extends Worker {
      constructor(url: string | URL, options?: WorkerOptions) {
        super(url, options);
        if (options?.name === 'offstage-services') window.workers.push(this);
      }
    };
    window.workers = [];
  });
  await page.goto(`${server.embedOrigin}/embed/offstage002?autoplay=1&mute=1&loop=1`);
  await expect
    .poll(() => page.evaluate(() => window.offstage.diagnose()?.services.place))
    .toBe('worker');
}

declare global {
  interface Window {
    workers: Worker[];
  }
}

test('errors of the page and of the worker show file and line of the source', async ({
  page,
  server,
}) => {
  await openPlayer(page, server);
  await page.evaluate(() => {
    for (let i = 0; i < 3; i++) setTimeout(() => window.offstage.log('9lives', {}));
    // A rejection in the worker, which receives something other than a list of events.
    window.workers.at(-1)?.postMessage({ entries: 5 });
  });
  await expect.poll(async () => (await reportedErrors(server)).length).toBe(2);
  // An error that ends the worker; the next worker reports it.
  await page.evaluate(() => window.workers.at(-1)?.postMessage(null));
  await expect.poll(async () => (await reportedErrors(server)).length).toBe(3);

  const errors = await reportedErrors(server);
  const of = (source: string) => errors.find((error) => error.source === source);
  expect(of('page')).toMatchObject({ count: 1, level: 'ERROR', type: 'TypeError' });
  expect(of('page')?.stack).toMatch(/\bat .*src\/services\/log-call\.ts:\d+:\d+/);
  expect(of('worker_rejection')).toMatchObject({ count: 1, level: 'WARNING', type: 'TypeError' });
  expect(of('worker_rejection')?.stack).toMatch(/worker\/[\w/-]+\.ts:\d+:\d+/);
  expect(of('worker')).toMatchObject({ count: 1, level: 'ERROR', type: 'TypeError' });
  expect(of('worker')?.stack).toMatch(/worker\/services\/serve-services\.ts:\d+:\d+/);
});

test('if drawing the controls fails, they show an error and a retry, and the video plays on', async ({
  page,
  server,
}) => {
  await openPlayer(page, server);
  const play = page.getByRole('button', { name: 'Pause' });
  await expect(play).toBeAttached();
  // Otherwise the parts drawn without React would throw first.
  await expect(page.locator('#video-player')).toHaveAttribute('data-controls', 'hidden');
  await page.evaluate(() => {
    const { padStart } = String.prototype;
    Object.assign(window, { mend: () => Object.assign(String.prototype, { padStart }) });
    String.prototype.padStart = () => {
      throw new Error('padStart broke');
    };
  });
  await page.mouse.move(50, 50);
  const alert = page.getByRole('alert');
  await expect(alert).toContainText('The controls stopped working. The video is not affected.');
  const time = () => page.evaluate(() => document.querySelector('video')?.currentTime ?? 0);
  const brokenAt = await time();
  await expect.poll(time).not.toBe(brokenAt);

  await expect.poll(async () => (await reportedErrors(server)).length).toBe(1);
  const [error] = await reportedErrors(server);
  expect(error).toMatchObject({
    source: 'react',
    level: 'ERROR',
    type: 'Error',
    message: 'padStart broke',
  });
  expect(error?.stack).toMatch(/shared\/player\/format-time\.ts:\d+:\d+/);
  expect(error?.params.componentStack).toMatch(/assets\/mount-ui/);

  await page.evaluate(() => (window as unknown as { mend(): void }).mend());
  await alert.getByRole('button', { name: 'Try again' }).click();
  await expect(play).toBeAttached();
});
