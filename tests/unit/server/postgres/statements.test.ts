import pg from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { EventStore } from '../../../../server/store/event-store.ts';
import { openPostgresStore } from '../../../../server/store/postgres/open-postgres-store.ts';
import { anyPlayback } from '../../../../shared/telemetry/playback-dimensions.ts';
import { qoeEventName } from '../../../../shared/telemetry/qoe-event.ts';
import { goodSummary } from '../../../support/good-summary.ts';
import { createDatabase } from '../support/postgres-database.ts';
import { storeBatch } from '../support/store-batches.ts';

const sidOf = (n: number) => `document-${1_000 + n}`.padEnd(20, '0');

/** A document's own data and a playback's: its page, its beginning and its summary. */
const batchOf = (n: number, changes: { later?: boolean } = {}) =>
  storeBatch([], {
    sid: sidOf(n),
    browser: 'Chrome',
    events: [
      {
        name: 'embed_loaded',
        payload: { isFramed: true, loaderUrl: changes.later ? 'https://page.example/' : '' },
      },
      { name: 'video_stats.playback', payload: { videoId: 'v', cpn: 'c' } },
      { name: qoeEventName, payload: { ...goodSummary, videoId: 'v', cpn: 'c' } },
    ].map(({ name, payload }, index) => ({
      seq: index + (changes.later ? 4 : 1),
      name,
      eventTimeMs: 1,
      contextJson: '{}',
      payloadJson: JSON.stringify(payload),
    })),
  });

const logOf = (n: number) => ({
  sid: sidOf(n),
  receivedMs: 1,
  droppedCount: 0,
  contextJson: '{}',
  entries: [{ n: 1, kind: 'qoe', timeMs: 1, fieldsJson: '{}' }],
});

async function openCounted(): Promise<{ store: EventStore; statements: () => number }> {
  const { hosts } = await createDatabase();
  const opened = await openPostgresStore(hosts, { warn: () => {} });
  if (!opened.ok) throw new Error(opened.error.message);
  onTestFinished(() => opened.value.close());
  const sent = vi.spyOn(pg.Client.prototype, 'query');
  onTestFinished(() => sent.mockRestore());
  return { store: opened.value, statements: () => sent.mock.calls.length };
}

const first = { from: 0, count: 1 };
const many = { from: 1, count: 30 };

/** An event that is stored, and two refused ones with the same number. */
const refusedOf = (n: number) => storeBatch([1], { sid: sidOf(n), rejectedSeqs: [3, 2, 3] });

test.each([
  [
    'refused events of documents',
    (store: EventStore, n: number) => store.insertBatch(refusedOf(n)),
  ],
  ['playbacks of documents', (store: EventStore, n: number) => store.insertBatch(batchOf(n))],
  [
    'entries of the provider’s log',
    (store: EventStore, n: number) => store.insertProviderLog(logOf(n)),
  ],
])(
  '%s take the same number of statements for thirty documents as for one',
  async (_what, report) => {
    const { store, statements } = await openCounted();
    const cost = async ({ from, count }: typeof first) => {
      const before = statements();
      const reported = await Promise.all(
        Array.from({ length: count }, (_, n) => report(store, from + n)),
      );
      for (const result of reported)
        expect(result).toMatchObject({ ok: true, value: { duplicates: 0 } });
      return statements() - before;
    };
    const one = await cost(first);
    expect(one).toBeGreaterThan(3);
    expect(await cost(many)).toBe(one);
  },
);

test('documents that report their page later take the same number of statements for thirty as for one', async () => {
  const { store, statements } = await openCounted();
  const cost = async ({ from, count }: typeof first) => {
    await Promise.all(
      Array.from({ length: count }, (_, n) => store.insertBatch(batchOf(from + n))),
    );
    const before = statements();
    await Promise.all(
      Array.from({ length: count }, (_, n) =>
        store.insertBatch(batchOf(from + n, { later: true })),
      ),
    );
    return statements() - before;
  };
  const one = await cost(first);
  expect(await cost(many)).toBe(one);
  const { hosts } = await store.reports.dashboard({
    fromMs: 0,
    toMs: 1_000,
    videoId: null,
    ...anyPlayback,
  });
  expect(hosts.map(({ name, playbacks }) => [name, playbacks])).toEqual([
    ['https://page.example', 31],
  ]);
});
