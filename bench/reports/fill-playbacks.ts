import { insertPlaybacks } from '../../server/store/reports/note-reports.ts';
import type { NewPlayback } from '../../server/store/reports/report-writes.ts';
import { foldChanges } from '../../server/store/reports/sums/fold-changes.ts';
import { resetSums } from '../../server/store/reports/sums/reset-sums.ts';
import type { SmallSteps } from '../../server/store/small-steps.ts';
import type { StoreDriver } from '../../server/store/store-driver.ts';
import { progress } from '../support/progress.ts';
import { fillArms } from './fill-arms.ts';
import { fillDocuments } from './fill-documents.ts';
import { fillViewings } from './fill-viewings.ts';

const dayMs = 86_400_000;

/** The default of `--keep-days`. */
export const days = 31;

/** The first moment of the filled time, in Unix milliseconds: the start of a day. */
const fromMs = Date.UTC(2026, 9, 1);
export const toMs = fromMs + days * dayMs;

const rowsCount = 10_000;
const browsers = ['Chrome', 'Chrome', 'Chrome', 'Safari', 'Firefox', 'Edge'];
const devices = ['mobile', 'mobile', 'desktop', 'desktop', 'desktop', 'tablet', 'tv'];
const engines = ['native', 'hls.js in a worker', 'hls.js in a worker', 'hls.js', ''];
const starters = ['viewer', 'viewer', 'player', 'host', ''];
const countries = [
  'DE',
  'FR',
  'AT',
  'CH',
  'US',
  'GB',
  'NL',
  'BE',
  'PL',
  'IT',
  'ES',
  'SE',
  'DK',
  '',
];

/** The minutes of the hour that follows these days, in which very many playbacks arrive. */
export const busy = { fromMs: toMs, toMs: toMs + 40 * 60_000 };

/** Adds playbacks, evenly over the days, with their documents and sums. */
export async function fillPlaybacks(driver: StoreDriver, count: number): Promise<void> {
  // The day of the busy hour as well.
  for (let day = 0; day <= days; day++) await driver.prepareDays(fromMs + day * dayMs, days);
  await fill(driver, { fromMs, toMs, count, first: 0 });
  await resetSums(driver);
  await addUp(driver);
}

/** @param first playbacks that the store has */
export async function fillBusyHour(
  driver: StoreDriver,
  { first, count }: { first: number; count: number },
): Promise<void> {
  await fill(driver, { ...busy, first, count });
  await addUp(driver);
}

interface Filling {
  fromMs: number;
  toMs: number;
  count: number;
  /** Number of the first playback. */
  first: number;
}

async function fill(driver: StoreDriver, { count, first, ...time }: Filling): Promise<void> {
  for (let added = 0; added < count; added += rowsCount) {
    const rows = Array.from({ length: Math.min(rowsCount, count - added) }, (_, index) => {
      const receivedMs =
        time.fromMs + Math.floor(((added + index) / count) * (time.toMs - time.fromMs));
      return playbackAt(first + added + index, receivedMs);
    });
    await driver.transaction((within) => insertPlaybacks(within, rows, driver));
    await fillDocuments(driver, rows);
    await fillViewings(driver, rows);
    await fillArms(driver, rows, first + added);
    progress(`Reports: ${added + rows.length} of ${count} playbacks`);
  }
}

async function addUp(driver: StoreDriver): Promise<void> {
  progress('Reports: adding them up');
  const steps = largeSteps(driver);
  while (await foldChanges(driver, steps));
  progress('');
}

/** Steps may be large: nothing else waits for this store. */
const largeSteps = ({ transaction }: StoreDriver): SmallSteps => ({
  rows: rowsCount,
  run: (step) => transaction((within) => step(within, rowsCount)),
});

function playbackAt(index: number, receivedMs: number): NewPlayback {
  // From 0 up to 1 and evenly spread, and the same in each run. Roots of primes are independent.
  const spread = (prime: number) => (index * Math.sqrt(prime)) % 1;
  // A few have most of the playbacks: the number of each is inversely proportional to its rank.
  const ranked = (ranksCount: number, prime: number) => Math.floor(ranksCount ** spread(prime));
  const isFailed = spread(2) < 0.02;
  const isStalled = spread(3) < 0.1;
  return {
    // Pages put the day into the id.
    sid: `${index.toString(16).padStart(32, '0')}-${Math.floor(receivedMs / dayMs)}`,
    cpn: 'c',
    video_id: `v${ranked(5_000, 5)}`,
    host: `https://h${ranked(1_000, 7)}.example`,
    browser: browsers[Math.floor(spread(11) * browsers.length)] ?? '',
    device: devices[Math.floor(spread(23) * devices.length)] ?? '',
    country: countries[ranked(countries.length, 29) - 1] ?? '',
    version: `1.${ranked(20, 31)}.0`,
    custom1: '',
    custom2: '',
    custom3: '',
    engine: engines[Math.floor(spread(37) * engines.length)] ?? '',
    started_by: starters[Math.floor(spread(41) * starters.length)] ?? '',
    received_ms: receivedMs,
    is_begun: 1,
    summary_seq: 1,
    summary_end: null,
    is_live: 0,
    start_ms: isFailed ? null : Math.round(200 + spread(13) ** 3 * 8_000),
    is_autoplay_blocked: 0,
    is_exit_before_start: 0,
    watched_ms: Math.round(60_000 * spread(17)),
    rebuffer_count: isStalled ? 1 : 0,
    rebuffer_ms: isStalled ? 100 : 0,
    rebuffer_percent: isStalled ? spread(19) * 10 : 0,
    failure: isFailed ? 'before_start' : null,
    error_name: isFailed ? 'net.unavailable' : null,
    average_height: null,
    average_bitrate: null,
  };
}
