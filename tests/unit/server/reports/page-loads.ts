import { expect } from 'vitest';
import type { EventStore } from '../../../../server/store/event-store.ts';
import type { ReportFilter } from '../../../../server/store/reports/report-figures.ts';
import { datedSid } from '../support/log-batches.ts';
import { storeBatch } from '../support/store-batches.ts';
import { begun, event, loaded, wholeTime } from './playback-events.ts';

export const hour = 3_600_000;
export const day = 24 * hour;
export const allTime: ReportFilter = { ...wholeTime, toMs: 100_000 * day };

/** A page load with one playback. */
export interface PageLoad {
  n: number;
  /** Numbers that arrive; the first two say where it is, and what plays. */
  seqs: readonly number[];
  rejectedSeqs?: readonly number[];
  host?: string;
  video?: string;
  browser?: string;
  receivedMs?: number;
}

export async function storeLoad(store: EventStore, load: PageLoad): Promise<void> {
  const { n, seqs, rejectedSeqs = [], host = 'https://a.example', video = 'video-a' } = load;
  const { browser = 'Chrome', receivedMs = 5 } = load;
  const events = seqs.map((seq) => {
    if (seq === 1) return loaded(1, `${host}/x`);
    return seq === 2 ? begun(2, `cpn${n}`, video) : event(seq, 'n', {});
  });
  const sid = datedSid(0, n);
  const batch = storeBatch([], { sid, receivedMs, browser, events, rejectedSeqs });
  expect(await store.insertBatch(batch)).toMatchObject({ ok: true });
}

export const completenessOf = async (store: EventStore, filter: Partial<ReportFilter> = {}) =>
  (await store.reports.dashboard({ ...allTime, ...filter })).completeness;
