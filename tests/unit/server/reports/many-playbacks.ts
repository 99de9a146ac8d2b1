import type { EventStore, EventToStore } from '../../../../server/store/event-store.ts';
import type { PlaybackRow, ReportFilter } from '../../../../server/store/reports/report-figures.ts';
import type { CountingLimits } from '../../../../server/store/reports/report-limits.ts';
import { anyPlayback } from '../../../../shared/telemetry/playback-dimensions.ts';
import type { QoeSummary } from '../../../../shared/telemetry/qoe-summary.ts';
import { createRandom } from '../../../support/create-random.ts';
import { storeBatch } from '../support/store-batches.ts';
import { begun, loaded, minute, ofVersion, sidOf, summary } from './playback-events.ts';
import { outcomes } from './playback-outcomes.ts';

export const hour = 3_600_000;
export const day = 24 * hour;
/** Midnight, UTC. */
export const firstDay = 20_000 * day;
const daysCount = 3;
const hoursOfDay = [0, 9, 18];
const minutesOfHour = 8;

const documentsCount = 40;
const batchesOfDocument = 3;
const playbacksOfBatch = 2;
/** Name of the first document. */
export const firstDocument = 2_000;

/**
 * Limits of a store in which few playbacks are already many. With the odd number, two playbacks of
 * the same moment are not always added at the same time.
 */
export const fewCounted: CountingLimits = {
  countedCount: 200,
  waitingChangesCount: 2_000,
  addedCount: 45,
};

/** More playbacks than a report counts one by one with these limits. */
export const manyCount = documentsCount * batchesOfDocument * playbacksOfBatch;

export const manyTime: ReportFilter = {
  fromMs: firstDay,
  toMs: firstDay + daysCount * day,
  videoId: null,
  ...anyPlayback,
};

/**
 * Stores playbacks of every kind, in some minutes of some hours and days. Nine of ten are of one
 * video, one page and one value of each dimension, which are still too many to be counted with
 * these limits.
 */
export async function storeManyPlaybacks(store: Pick<EventStore, 'insertBatch'>): Promise<void> {
  const random = createRandom(11);
  const below = (limit: number) => Math.floor(random() * limit);
  const pick = <T>(values: readonly T[]): T => values[below(values.length)] as T;
  const randomMs = () => {
    const hourMs = firstDay + below(daysCount) * day + pick(hoursOfDay) * hour;
    return hourMs + below(minutesOfHour * minute);
  };
  const kinds = Object.values(outcomes);
  const sent: Promise<unknown>[] = [];
  for (let n = 0; n < documentsCount; n++) {
    const sid = sidOf(String(firstDocument + n));
    const browser = ['Firefox', 'Safari'][n % 20] ?? 'Chrome';
    const host = ['b', 'c'][(n + 10) % 20] ?? 'a';
    const device = ['tablet', ''][(n + 5) % 20] ?? 'mobile';
    const country = ['', 'FR'][(n + 7) % 20] ?? 'DE';
    const version = ['', '2.0.0'][(n + 9) % 20] ?? '1.0.0';
    const send = (events: EventToStore[]) =>
      sent.push(
        store.insertBatch(
          storeBatch([], {
            ...{ sid, browser, device, country, receivedMs: randomMs() },
            events: ofVersion(events, version),
          }),
        ),
      );
    let seq = 1;
    send([loaded(seq, `https://${host}.example/page`)]);
    for (let part = 0; part < batchesOfDocument; part++) {
      const events: EventToStore[] = [];
      for (let p = 0; p < playbacksOfBatch; p++) {
        const cpn = `${part}-${p}`;
        const videoId = random() < 0.9 ? 'video-a' : pick(['video-b', 'video-c']);
        const known: Partial<QoeSummary> = pick(kinds);
        const measured = known.startMs === undefined ? { startMs: random() ** 3 * 8_000 } : {};
        events.push(begun(++seq, cpn, videoId, mostlyAlike(n)));
        if (random() < 0.9) events.push(summary(++seq, cpn, { ...known, ...measured }, videoId));
      }
      send(events);
    }
  }
  await Promise.all(sent);
}

/** Nineteen in twenty are alike, so that these have stored sums. */
const mostlyAlike = (n: number) => ({
  engine: ['hls.js', 'an invented one'][(n + 3) % 20] ?? 'native',
  startedBy: ['player', undefined][(n + 13) % 20] ?? 'viewer',
});

/** Adds all waiting changes of playbacks to the sums. */
export async function foldAll(store: Pick<EventStore, 'foldPlaybacks'>): Promise<void> {
  for (;;) {
    const folded = await store.foldPlaybacks();
    if (!folded.ok) throw new Error(folded.error.message);
    if (!folded.value) return;
  }
}

/** All playbacks of a filter, as an export has them: a hundred at a time. */
export async function rowsOf(store: EventStore, filter: ReportFilter): Promise<PlaybackRow[]> {
  const rows: PlaybackRow[] = [];
  for (;;) {
    const page = await store.reports.playbackRows(filter, rows.at(-1) ?? null, 100);
    if (page.length === 0) return rows;
    rows.push(...page);
  }
}
