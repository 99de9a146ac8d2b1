import { expect, test } from './support/raw-host.ts';
import { scriptRuns } from './support/script-runs.ts';
import { playerFrame } from './support/sequences.ts';
import { recordTrace, type TraceEvent, threadNames, threadOf } from './support/trace.ts';

/**
 * Browsers round the clock of a page without cross-origin isolation, separately in page and worker
 * (W3C High Resolution Time §7).
 */
const clockStepUs = 200;

/** A span as DevTools shows it on its track. */
interface SeenSpan {
  track: string;
  name: string;
  thread: string;
  fromUs: number;
  toUs: number;
}

/** User timings with a track: begin and end are separate events with the same id. */
function spansOf(events: readonly TraceEvent[]): SeenSpan[] {
  const threads = threadNames(events);
  const timings = events.filter(({ cat }) => cat.includes('blink.user_timing'));
  const key = ({ pid, name, id, id2 }: TraceEvent) => `${pid} ${name} ${id2?.local ?? id}`;
  const ends = new Map(
    timings.filter(({ ph }) => ph === 'e').map((event) => [key(event), event.ts]),
  );
  return timings.flatMap((event) => {
    const { devtools } = JSON.parse(event.args.detail ?? '{}') ?? {};
    if (event.ph !== 'b' || devtools?.trackGroup !== 'Offstage') return [];
    const name = event.name.replace('offstage:', '');
    const thread = threads.get(threadOf(event)) ?? '';
    return [
      { track: devtools.track, name, thread, fromUs: event.ts, toUs: ends.get(key(event)) ?? 0 },
    ];
  });
}

test('with trace=1 every subsystem has its track in DevTools, and page and worker share one timeline', async ({
  openRawHost,
  page,
  browser,
}) => {
  const end = await recordTrace(browser, ['blink.user_timing']);
  const isTraced = scriptRuns(page, /\/start-page-trace-/);
  // On the player's own site, because this browser denies other sites' frames their storage.
  const host = await openRawHost('/embed/offstage002?mute=1&enablejsapi=1&trace=1', {
    hostname: 'localhost',
  });
  await isTraced();
  await host.command('playVideo');
  await host.untilInfo('playerState', 1);
  await expect(host.player.locator('.seek-input')).toBeAttached();
  await host.player.locator('video').click();
  await host.untilInfo('playerState', 2);
  // The worker has been called, has answered, and has sent.
  await playerFrame(page).evaluate(() => window.offstage.flush());
  const left = await playerFrame(page).evaluate(
    () => performance.getEntriesByType('measure').length,
  );
  const spans = spansOf(await end());

  const tracksOn = (thread: RegExp) =>
    new Set(spans.filter((span) => thread.test(span.thread)).map(({ track }) => track));
  const page_ = tracksOn(/CrRendererMain/);
  for (const track of ['bridge', 'player', 'engine', 'ui', 'services client'])
    expect(page_).toContain(track);
  const worker = tracksOn(/DedicatedWorker/);
  for (const name of ['services', 'logs', 'queue', 'net'])
    expect(worker).toContain(`worker: ${name}`);
  expect([...page_].filter((track) => track.startsWith('worker'))).toEqual([]);
  expect(spans).toContainEqual(expect.objectContaining({ track: 'bridge', name: 'playVideo' }));

  const asked = spans
    .filter(({ track, name }) => track === 'services client' && name === 'flush')
    .at(-1);
  const served = spans
    .filter(({ track, name }) => track === 'worker: logs' && name === 'flush')
    .at(-1);
  // The call lies within the page's waiting time, as far as the two clocks can show.
  expect(served?.fromUs).toBeGreaterThanOrEqual((asked?.fromUs ?? Number.NaN) - clockStepUs);
  expect(served?.toUs).toBeLessThanOrEqual((asked?.toUs ?? Number.NaN) + clockStepUs);
  // Entries written to the trace are removed from the page.
  expect(left).toBe(0);
});
