import type {
  AcceptedBatch,
  EventStore,
  EventToStore,
} from '../../../../server/store/event-store.ts';
import type { ReportFilter } from '../../../../server/store/reports/report-figures.ts';
import { anyPlayback } from '../../../../shared/telemetry/playback-dimensions.ts';
import { qoeEventName } from '../../../../shared/telemetry/qoe-event.ts';
import type { QoeSummary } from '../../../../shared/telemetry/qoe-summary.ts';
import { createRandom } from '../../../support/create-random.ts';
import { goodSummary } from '../../../support/good-summary.ts';
import { datedSid } from '../support/log-batches.ts';
import { storeBatch } from '../support/store-batches.ts';
import { fieldReport } from './field-reports.ts';
import { outcomes } from './playback-outcomes.ts';

export const minute = 60_000;

export const wholeTime: ReportFilter = {
  fromMs: 0,
  toMs: 10 * minute,
  videoId: null,
  ...anyPlayback,
};

export const sidOf = (name: string) => `document-${name}`.padEnd(16, '0');

export function event(seq: number, name: string, payload: unknown): EventToStore {
  return { seq, name, eventTimeMs: 1, contextJson: '{}', payloadJson: JSON.stringify(payload) };
}

/** @returns the events of a page with this version of the player; those with a context keep it */
export const ofVersion = (events: readonly EventToStore[], version: string): EventToStore[] =>
  events.map((one) => ({
    ...one,
    contextJson:
      one.contextJson === '{}'
        ? JSON.stringify({ client: { clientVersion: version } })
        : one.contextJson,
  }));

export const loaded = (seq: number, loaderUrl: string, isFramed = true) =>
  event(seq, 'embed_loaded', { videoId: 'a', isFramed, loaderUrl });

/** @param facts of the playback: its engine, and what started it */
export const begun = (seq: number, cpn: string, videoId = 'video-a', facts: object = {}) =>
  event(seq, 'video_stats.playback', { videoId, cpn, ...facts });

/** @returns facts of a playback, different ones for each number */
const playbackFacts = (n: number) => ({
  engine: ['native', 'hls.js', 'native', null][n % 4],
  startedBy: ['viewer', 'player', 'host', 'viewer', undefined][n % 5],
});

export const summary = (
  seq: number,
  cpn: string,
  changes: Partial<QoeSummary> = {},
  videoId = 'video-a',
) => event(seq, qoeEventName, { videoId, cpn, ...goodSummary, ...changes });

interface FillOptions {
  documents?: number;
  /**
   * In turn: each batch after the answer to the one before, which takes nearly ten times as long.
   * In rounds: the first batches of all documents, then the second ones. Many batches of a round
   * share a transaction, and so do most of those that are sent at once.
   */
  order?: 'in turn' | 'in rounds' | 'at once';
  /** Awaited after each document, if they come in turn. */
  afterDocument?: (n: number) => Promise<void> | undefined;
}

/**
 * Documents and playbacks of every kind, in batches that come late, twice, and mixed. A third of
 * the documents are measured.
 */
export async function fillStore(
  store: Pick<EventStore, 'insertBatch' | 'countRefusedBatch'>,
  { documents = 120, order = 'in rounds', afterDocument = () => undefined }: FillOptions = {},
): Promise<void> {
  const batches = batchesOf(documents);
  const insertAll = (all: readonly AcceptedBatch[]) =>
    Promise.all(all.map((batch) => store.insertBatch(batch)));
  if (order === 'at once') await insertAll(batches.flat());
  else if (order === 'in rounds')
    for (const round of [0, 1, 2]) await insertAll(batches.flatMap((own) => own[round] ?? []));
  else
    for (const [n, own] of batches.entries()) {
      for (const batch of own) await store.insertBatch(batch);
      await afterDocument(n);
    }
  await store.countRefusedBatch(11, minute);
}

const deviceOf = (n: number) => ({
  device: ['mobile', 'desktop', ''][n % 3] ?? '',
  country: ['DE', 'FR', 'US', ''][n % 4] ?? '',
});

/** @returns two or three batches of each document */
function batchesOf(documents: number): AcceptedBatch[][] {
  const random = createRandom(7);
  const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] as T;
  const kinds = Object.values(outcomes);
  return Array.from({ length: documents }, (_, n) => {
    const sid = n % 2 === 0 ? sidOf(String(1_000 + n)) : datedSid(0, n);
    const browser = pick(['Chrome', 'Firefox', 'Safari']);
    const videoId = pick(['video-a', 'video-b']);
    const events: EventToStore[] = [
      loaded(1, pick(['https://a.example/x', 'https://b.example/y', ''])),
    ];
    for (let p = 0; p < 3; p++) {
      const reported = { ...pick(kinds) } as Partial<QoeSummary>;
      if (reported.startMs === undefined) reported.startMs = Math.round(random() * 4_000);
      if (reported.watchedMs === undefined)
        events.push(begun(events.length + 1, `c${p}`, videoId, playbackFacts(n + p)));
      // Some pages were killed.
      if (random() < 0.8) events.push(summary(events.length + 1, `c${p}`, reported, videoId));
      if (random() < 0.1) events.push(event(events.length + 1, qoeEventName, { cpn: 'odd' }));
    }
    if (n % 3 === 0) events.push(fieldReport(events.length + 1, { videoId, requestCount: n }));
    if (n % 4 === 0)
      events.push(
        event(events.length + 1, 'video_stats.watchtime', {
          ...{ videoId, cpn: 'c0', segments: [[n, n + 20]], playbackRate: 1 },
        }),
      );
    const sent = ofVersion(events, n % 3 === 0 ? '0.1.0' : (['1.0.0', ''][n % 2] ?? ''));
    const cut = Math.floor(random() * sent.length);
    const parts = [sent.slice(cut), sent.slice(0, cut), ...(random() < 0.5 ? [sent] : [])];
    return parts.map((part) => {
      const receivedMs = Math.floor(random() * 9 * minute);
      return storeBatch([], {
        ...{ sid, browser, ...deviceOf(n), receivedMs },
        ...{ events: part, rejectedSeqs: [99] },
      });
    });
  });
}
