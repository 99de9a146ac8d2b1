import { openHost } from './support/host.ts';
import { type StoredEvent, storedEvents } from './support/intake.ts';
import { groupOf, loggedEvents, ofName, playerFrame } from './support/sequences.ts';
import { test } from './support/shared-context.ts';
import { expect } from './support/test.ts';
import { thorough } from './support/thorough.ts';

type Segment = [from: number, to: number];

const playbacks = (events: readonly StoredEvent[]) => ofName(events, 'video_stats.playback');
const watchtimes = (events: readonly StoredEvent[]) => ofName(events, 'video_stats.watchtime');
const segments = (events: readonly StoredEvent[]) =>
  watchtimes(events).flatMap(({ payload }) => payload.segments as Segment[]);

/** From the beginning of the first report to the end of the last one. */
function wholeOf(reports: readonly StoredEvent[]): Segment {
  const all = segments(reports);
  return [all[0]?.[0] ?? Number.NaN, all.at(-1)?.[1] ?? Number.NaN];
}

/**
 * hls.js nudges a film that stands still with media ahead by a tenth of a second, so what was
 * watched between two seeks may have gaps. Reports every 30 s divide it too.
 */
function parts(all: readonly Segment[]): Segment[] {
  const joined: Segment[] = [];
  for (const [from, to] of all) {
    const last = joined.at(-1);
    if (last !== undefined && from >= last[1] && from - last[1] < 0.5) last[1] = to;
    else joined.push([from, to]);
  }
  return joined;
}

test('what a viewer watches of a video reaches the store, at the end of each part', async ({
  page,
  server,
}) => {
  const host = await openHost(page, server, '?v=offstage001');
  await host.player.locator('.big-play').click();
  await host.untilState(1);
  await host.untilPlayed(1);
  await page.getByLabel('Seek to').fill('40');
  await host.click('Seek');
  await expect.poll(async () => Number((await host.info()).currentTime)).toBeGreaterThan(41);
  await host.click('Pause');
  await host.untilState(2);
  const pausedAt = Number((await host.info()).currentTime);

  const events = await loggedEvents(page, server);
  const [playback] = playbacks(events);
  expect(playback?.endpoint).toBe('video_stats');
  expect(playback?.payload).toEqual({
    videoId: 'offstage001',
    cpn: expect.stringMatching(/^[\w-]{16}$/),
    engine: 'hls.js in a worker',
    startedBy: 'viewer',
    startSeconds: expect.any(Number),
    duration: 64,
    isLive: false,
    volume: 100,
    isMuted: false,
    isVisible: true,
  });
  // From the beginning; how soon the page notices playback depends on the machine.
  expect(playback?.payload.startSeconds).toBeLessThan(5);

  const [watchtime] = watchtimes(events);
  expect(watchtime?.endpoint).toBe('video_stats');
  const [first, second, ...others] = parts(segments(events)) as [Segment, Segment];
  expect(others).toEqual([]);
  expect(first[0]).toBe(playback?.payload.startSeconds);
  expect(first[1]).toBeGreaterThan(1);
  expect(first[1]).toBeLessThan(39);
  expect(second[0]).toBeGreaterThanOrEqual(39.9);
  expect(Math.abs(second[1] - pausedAt)).toBeLessThan(0.5);

  const group = groupOf(events, playback?.payload.cpn).map(({ name }) => name);
  expect(group).toEqual(
    expect.arrayContaining(['playback_state', 'quality_change', 'video_stats.watchtime']),
  );
});

test(
  'playback up to a seek that only the browser knows about is reported to its last moment',
  thorough,
  async ({ page, server }) => {
    await page.goto(`${server.embedOrigin}/embed/offstage002?autoplay=1&mute=1`);
    const video = page.locator('video');
    // No code tracks the time: the controls are hidden, there is no host, and the element has the
    // whole file.
    const restsAt = () =>
      video.evaluate(({ ontimeupdate, buffered, duration, currentTime }: HTMLVideoElement) => {
        const isWhole = buffered.length === 1 && buffered.end(0) > duration - 0.1;
        return ontimeupdate === null && isWhole ? currentTime : null;
      });
    await expect.poll(restsAt).not.toBeNull();
    const from = Number(await restsAt());
    await expect.poll(restsAt).toBeGreaterThan(from + 2);
    const before = await video.evaluate((element: HTMLVideoElement) => {
      const { currentTime } = element;
      element.currentTime = 20;
      return currentTime;
    });
    await expect
      .poll(() => video.evaluate(({ currentTime }: HTMLVideoElement) => currentTime))
      .toBeGreaterThan(20.5);
    await video.evaluate((element: HTMLVideoElement) => element.pause());
    const watched = parts(segments(await loggedEvents(page, server)));
    const [first, second] = watched as [Segment, Segment];
    expect(Math.abs(first[1] - before)).toBeLessThan(0.5);
    expect(second[0]).toBeGreaterThanOrEqual(20);
  },
);

test('each load and each replay is a separate playback', thorough, async ({ page, server }) => {
  const host = await openHost(page, server, '?v=offstage002');
  const playToEnd = async () => {
    await host.untilState(1);
    await page.getByLabel('Seek to').fill('1000');
    await host.click('Seek');
    await host.untilState(0);
  };
  await host.click('Play');
  await playToEnd();
  await host.player.locator('[data-visual-element=play_button]').click();
  await playToEnd();
  await page.getByRole('button', { name: /Four Lights.*offstage001/ }).click();
  await host.untilState(1);

  await expect.poll(async () => playbacks(await loggedEvents(page, server))).toHaveLength(3);
  const events = await storedEvents(server);
  const [first, again, other] = playbacks(events).map(({ payload }) => payload);
  expect([first?.videoId, again?.videoId, other?.videoId]).toEqual([
    'offstage002',
    'offstage002',
    'offstage001',
  ]);
  expect([first?.startedBy, again?.startedBy, other?.startedBy]).toEqual([
    'host',
    'viewer',
    'host',
  ]);
  expect(new Set(playbacks(events).map(({ payload }) => payload.cpn)).size).toBe(3);
  for (const { payload } of playbacks(events)) {
    const group = groupOf(events, payload.cpn);
    expect(group.filter(({ name }) => name === 'video_stats.playback')).toHaveLength(1);
    expect(new Set(group.map((event) => event.payload.videoId))).toEqual(
      new Set([payload.videoId]),
    );
  }
});

test(
  'a page with autoplay reports that the player started it',
  thorough,
  async ({ page, server }) => {
    await page.goto(`${server.embedOrigin}/embed/offstage002?autoplay=1&mute=1&start=20`);
    await expect(page.locator('#video-player')).toHaveAttribute('data-state', 'playing');
    await expect.poll(async () => playbacks(await loggedEvents(page, server))).toHaveLength(1);
    const [playback] = playbacks(await storedEvents(server));
    expect(playback?.payload).toMatchObject({
      startedBy: 'player',
      isMuted: true,
      engine: 'native',
    });
    expect(playback?.payload.startSeconds).toBeGreaterThanOrEqual(20);
  },
);

test('playback in a frame that the host removes is reported to its last moment', async ({
  page,
  server,
}) => {
  const host = await openHost(page, server, '?v=offstage002');
  await host.click('Play');
  await host.untilState(1);
  await host.untilPlayed(1.5);
  const reportedAt = Number((await host.info()).currentTime);
  await page.evaluate(() => document.querySelector('iframe')?.remove());
  await expect
    .poll(async () => segments(await storedEvents(server)).at(-1)?.[1])
    .toBeGreaterThanOrEqual(Math.floor(reportedAt * 1_000) / 1_000);
  const events = await storedEvents(server);
  groupOf(events, watchtimes(events)[0]?.payload.cpn);
});

test(
  'a hidden page reports what was seen, and continues with what is only heard',
  thorough,
  async ({ page, server }) => {
    await page.goto(`${server.embedOrigin}/embed/offstage002?autoplay=1&mute=1`);
    const played = (seconds: number) =>
      expect
        .poll(() => page.evaluate(() => document.querySelector('video')?.currentTime))
        .toBeGreaterThan(seconds);
    await played(1);
    // A headless browser's pages are always visible.
    const turn = (state: DocumentVisibilityState) =>
      playerFrame(page).evaluate((now) => {
        Object.defineProperty(document, 'visibilityState', { value: now, configurable: true });
        document.dispatchEvent(new Event('visibilitychange'));
      }, state);
    // A long wait brings further reports, one every 30 s.
    const reports = async (isVisible: boolean) =>
      watchtimes(await loggedEvents(page, server)).filter(
        ({ payload }) => payload.isVisible === isVisible,
      );
    await turn('hidden');
    await expect.poll(() => reports(true)).not.toHaveLength(0);
    const [seenFrom, seenTo] = wholeOf(await reports(true));
    await played(3);
    await turn('visible');
    await expect.poll(() => reports(false)).not.toHaveLength(0);
    const [receivedFrom, receivedTo] = wholeOf(await reports(false));
    expect(seenFrom).toBeLessThan(seenTo);
    expect(receivedFrom).toBe(seenTo);
    expect(receivedTo).toBeGreaterThan(2.5);
  },
);
