import { costBudget } from './support/cost-budget.ts';
import {
  countCalls,
  type OwnTask,
  ownTasks,
  readScriptBytes,
  taskCategories,
} from './support/cost-watch.ts';
import { pendingTimers, watchPendingTimers } from './support/pending-timers.ts';
import { expect, test } from './support/test.ts';
import { recordTrace } from './support/trace.ts';
import { until } from './support/until.ts';

const playedSec = 10;
/** Observation time of an idle page: long enough for anything that happens every 10 s. */
const idleMs = 10_000;
/**
 * A long task of a phone four times as slow has 50 ms. The browser's own throttling is not used: it
 * stretches tasks by wall-clock time, so by what else runs on the machine.
 */
const isLong = ({ cpuMs }: OwnTask) => cpuMs > 50 / 4;
/**
 * Deliveries of events, from 5 s after the start, and the clean-up at 15 s: how many happen while
 * this test measures the load depends on the machine's speed. The idle page's count has them all.
 */
const isSentByClock = (path: string) =>
  path === '/log' || path.startsWith('/youtubei/v1/') || path.startsWith('/assets/take-turn-');

test('a page that loads, plays and rests stays within its budget of bytes, requests, messages, renders and tasks', async ({
  page,
  browser,
  server,
}) => {
  const requests: string[] = [];
  page.on('request', (request) => requests.push(new URL(request.url()).pathname));
  const ownRequests = () => requests.filter((path) => !path.startsWith('/media/'));
  const loadRequests = () => ownRequests().filter((path) => !isSentByClock(path));
  await countCalls(page);
  await watchPendingTimers(page, /\/services-worker-[^/]*\.js$/);

  const endLoading = await recordTrace(browser, taskCategories);
  await page.goto(`${server.embedOrigin}/embed/offstage002?mute=1&loop=1&enablejsapi=1`);
  const scriptNames = () =>
    performance
      .getEntriesByType('resource')
      .map(({ name }) => name.replace(/^.*\/|-[\w-]{8}\.js$/g, ''));
  const marks = () => performance.getEntriesByType('mark').map(({ name }) => name);
  await expect.poll(() => page.evaluate(marks)).toContain('offstage:services-answered');
  await page.waitForLoadState('networkidle');
  const waiting = ownTasks(await endLoading()).filter(isLong);
  expect
    .soft(waiting.length, JSON.stringify(waiting))
    .toBeLessThanOrEqual(costBudget.waitingLongTaskCount);
  const { page: waitingBytes } = await readScriptBytes(page);
  expect
    .soft(waitingBytes, 'of a page that waits')
    .toBeLessThanOrEqual(costBudget.waitingScriptBytes);
  expect
    .soft(loadRequests().length, loadRequests().join(' '))
    .toBeLessThanOrEqual(costBudget.waitingRequestCount);

  // A page that waits for its viewer draws no controls; a playing page does.
  const endOpening = await recordTrace(browser, taskCategories);
  await page.locator('.big-play').click();
  await expect(page.locator('.seek-input')).toBeAttached();
  // The last ones, which load once it plays.
  for (const name of ['caption-style', 'engine-parts', 'start-recovery', 'start-when-playing'])
    await expect.poll(() => page.evaluate(scriptNames)).toContain(name);
  await page.waitForLoadState('networkidle');
  const loading = ownTasks(await endOpening());
  const { page: pageBytes } = await readScriptBytes(page);
  expect
    .soft(pageBytes, 'bytes of scripts on the page')
    .toBeLessThanOrEqual(costBudget.pageScriptBytes);
  expect
    .soft(loadRequests().length, loadRequests().join(' '))
    .toBeLessThanOrEqual(costBudget.requestCount);
  // Check that the measurement records anything.
  expect(loading.flatMap(({ scripts }) => scripts)).toContainEqual(
    expect.stringMatching(/ mount-ui-/),
  );
  const long = loading.filter(isLong);
  expect.soft(long.length, JSON.stringify(long)).toBeLessThanOrEqual(costBudget.longTaskCount);

  const read = () =>
    page.evaluate(() => ({
      time: document.querySelector('video')?.currentTime ?? 0,
      counted: { ...window.counted },
    }));
  // The film plays in a loop, and the time must not contain its end.
  const before = await until('the film’s first half', async () => {
    const reading = await read();
    return reading.time > 1 && reading.time < 15 ? reading : null;
  });
  const after = await until(`${playedSec} s of film`, async () => {
    const reading = await read();
    return reading.time > before.time + playedSec ? reading : null;
  });
  const during = (key: keyof typeof after.counted) => after.counted[key] - before.counted[key];
  expect
    .soft(during('toWorkers'), 'to the services')
    .toBeLessThanOrEqual(costBudget.toServicesCount);
  expect
    .soft(during('fromWorkers'), 'from the services')
    .toBeLessThanOrEqual(costBudget.fromServicesCount);
  expect.soft(during('commits'), 'renders').toBeLessThanOrEqual(costBudget.renderCount);

  await page.locator('video').click();
  await expect.poll(() => page.evaluate(() => document.querySelector('video')?.paused)).toBe(true);
  await page.evaluate(() => window.offstage.flush());
  await page.waitForLoadState('networkidle');
  // Wait for one-time work soon after the start: the daily clean-up and the controls' last
  // messages.
  await expect
    .poll(
      async () => {
        const pending = await Promise.all([page.mainFrame(), ...page.workers()].map(pendingTimers));
        return pending.flat().filter((ms) => ms < 2 * idleMs);
      },
      { timeout: 60_000 },
    )
    .toEqual([]);
  // Includes the clean-up's script, which loads earlier or later depending on the machine's speed.
  const { services: servicesBytes } = await readScriptBytes(page);
  expect
    .soft(servicesBytes, 'bytes of services')
    .toBeLessThanOrEqual(costBudget.servicesScriptBytes);
  const requestsBefore = ownRequests().length;
  const endIdle = await recordTrace(browser, taskCategories);
  // The observation window, not a wait for an event; nothing of it runs in the page.
  await new Promise((resolve) => setTimeout(resolve, idleMs));
  const idle = ownTasks(await endIdle());
  expect.soft(idle.length, JSON.stringify(idle)).toBeLessThanOrEqual(costBudget.idleTaskCount);
  expect
    .soft(ownRequests().length - requestsBefore, ownRequests().slice(requestsBefore).join(' '))
    .toBeLessThanOrEqual(costBudget.idleRequestCount);
});
