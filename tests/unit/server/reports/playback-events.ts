import type { EventStore, EventToStore } from '../../../../server/store/event-store.ts';
import type { ReportFilter } from '../../../../server/store/reports/report-figures.ts';
import { qoeEventName } from '../../../../shared/telemetry/qoe-event.ts';
import type { QoeSummary } from '../../../../shared/telemetry/qoe-summary.ts';
import { createRandom } from '../../../support/create-random.ts';
import { goodSummary } from '../../../support/good-summary.ts';
import { datedSid } from '../support/log-batches.ts';
import { storeBatch } from '../support/store-batches.ts';
import { outcomes } from './playback-outcomes.ts';

export const minute = 60_000;

export const wholeTime: ReportFilter = {
  fromMs: 0,
  toMs: 10 * minute,
  videoId: null,
  host: null,
  browser: null,
};

export const sidOf = (name: string) => `document-${name}`.padEnd(16, '0');

export function event(seq: number, name: string, payload: unknown): EventToStore {
  return { seq, name, eventTimeMs: 1, contextJson: '{}', payloadJson: JSON.stringify(payload) };
}

export const loaded = (seq: number, loaderUrl: string, isFramed = true) =>
  event(seq, 'embed_loaded', { videoId: 'a', isFramed, loaderUrl });

export const begun = (seq: number, cpn: string, videoId = 'video-a') =>
  event(seq, 'video_stats.playback', { videoId, cpn });

export const summary = (
  seq: number,
  cpn: string,
  changes: Partial<QoeSummary> = {},
  videoId = 'video-a',
) => event(seq, qoeEventName, { videoId, cpn, ...goodSummary, ...changes });

interface FillOptions {
  order?: 'in turn' | 'at once';
  /** Awaited after each document. */
  afterDocument?: (n: number) => Promise<void> | undefined;
}

/**
 * Documents and playbacks of every kind, in batches that come late, twice, and mixed: each after
 * the answer to the one before, or all at once, many of which share a transaction then.
 */
export async function fillStore(
  store: Pick<EventStore, 'insertBatch' | 'countRefusedBatch'>,
  { order = 'in turn', afterDocument = () => undefined }: FillOptions = {},
): Promise<void> {
  const sent: Promise<unknown>[] = [];
  const random = createRandom(7);
  const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] as T;
  const kinds = Object.values(outcomes);
  for (let n = 0; n < 120; n++) {
    const sid = n % 2 === 0 ? sidOf(String(1_000 + n)) : datedSid(0, n);
    const browser = pick(['Chrome', 'Firefox', 'Safari']);
    const videoId = pick(['video-a', 'video-b']);
    const events: EventToStore[] = [
      loaded(1, pick(['https://a.example/x', 'https://b.example/y', ''])),
    ];
    for (let p = 0; p < 3; p++) {
      const reported = { ...pick(kinds) } as Partial<QoeSummary>;
      if (reported.startMs === undefined) reported.startMs = Math.round(random() * 4_000);
      if (reported.watchedMs === undefined) events.push(begun(events.length + 1, `c${p}`, videoId));
      // Some pages were killed.
      if (random() < 0.8) events.push(summary(events.length + 1, `c${p}`, reported, videoId));
      if (random() < 0.1) events.push(event(events.length + 1, qoeEventName, { cpn: 'odd' }));
    }
    const cut = Math.floor(random() * events.length);
    const batches = [events.slice(cut), events.slice(0, cut), ...(random() < 0.5 ? [events] : [])];
    for (const part of batches) {
      const receivedMs = Math.floor(random() * 9 * minute);
      const batch = storeBatch([], { sid, browser, receivedMs, events: part, rejectedSeqs: [99] });
      sent.push(store.insertBatch(batch));
      if (order === 'in turn') await sent.at(-1);
    }
    await afterDocument(n);
  }
  await Promise.all(sent);
  await store.countRefusedBatch(11, minute);
}
