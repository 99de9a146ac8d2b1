import { expect, test } from 'vitest';
import { wholeTime } from '../reports/playback-events.ts';
import { datedSid } from '../support/log-batches.ts';
import {
  dayMs,
  maintainAt,
  noon,
  oldSid,
  openEmpty,
  openNew,
  placesOf,
  played,
  today,
} from './days-store.ts';

test('a document lies in the partitions of the day in its id, and one without a day in that for all of these', async () => {
  const opened = await openNew();
  for (const sid of [datedSid(today), oldSid]) await opened.store.insertBatch(played(sid, 1));
  expect(await placesOf(opened, datedSid(today))).toEqual([
    `clients_day_${today}`,
    `documents_day_${today}`,
    `events_day_${today}`,
    `playbacks_day_${today}`,
    'rejections',
  ]);
  expect(await placesOf(opened, oldSid)).toEqual([
    'clients_undated',
    'documents_undated',
    `events_day_${today}`,
    'playbacks_undated',
    'rejections',
  ]);
});

test('documents of an expired day go with their partitions, and are counted', async () => {
  const opened = await openNew();
  const { store, database } = opened;
  for (let n = 0; n < 3; n++) await store.insertBatch(played(datedSid(today, n), 1));
  const expired: unknown[] = [];
  const nowMs = noon + 33 * dayMs;
  await store.maintain({
    nowMs,
    trustDateMs: nowMs,
    keepDays: 31,
    onExpired: (counts) => expired.push(counts),
  });
  expect(expired).toMatchObject([
    { documents: 3, events: 3, rejections: 3, playbacks: 3, fromMs: noon, toMs: noon },
  ]);
  expect(await placesOf(opened, datedSid(today))).toEqual([]);
  expect(
    await database.sql(`SELECT relname FROM pg_class WHERE relname ~ '_day_${today}'`),
  ).toEqual([]);
  expect(await database.sql('SELECT * FROM rejections')).toEqual([]);
  expect(await store.summary()).toMatchObject({
    events: 0,
    clients: 0,
    missing: 0,
    expired: { events: 3, clients: 3 },
  });
});

test('a document that is still active when its day expires keeps everything, is recognized, and expires by itself', async () => {
  const opened = await openNew();
  const { store } = opened;
  const sid = datedSid(today);
  await store.insertBatch(played(sid, 1));
  await store.insertBatch(played(sid, 3, { receivedMs: noon + 20 * dayMs }));
  await store.insertBatch(played(datedSid(today, 1), 1));
  await maintainAt(opened, today + 33);
  expect(await placesOf(opened, sid)).toEqual([
    'clients_other',
    'documents_other',
    `events_day_${today + 33}`,
    'playbacks_other',
    'rejections',
  ]);
  const again = { receivedMs: noon + 33 * dayMs };
  expect(await store.insertBatch(played(sid, 3, again))).toMatchObject({
    value: { accepted: 0, duplicates: 1 },
  });
  expect(await store.storedRanges(sid, 1)).toMatchObject({
    value: {
      stored: [
        [1, 1],
        [3, 3],
      ],
    },
  });
  expect(await store.reports.dashboard({ ...wholeTime, toMs: 2 * noon })).toMatchObject({
    totals: { playbacks: 2 },
    accounting: { stored: 2, rejected: 2, missing: 0, documents: 1 },
  });
  await maintainAt(opened, today + 33 + 32);
  expect(await placesOf(opened, sid)).toEqual([]);
  expect(await store.summary()).toMatchObject({ clients: 0, expired: { events: 3, clients: 2 } });
});

test('an id with a day years ahead, of two days ago or of 1970 is stored once, and expires like others', async () => {
  const opened = await openNew();
  const { store } = opened;
  const sids = [99_999, today - 2, 0].map((day) => datedSid(day));
  for (const sid of sids) await store.insertBatch(played(sid, 1));
  await maintainAt(opened, today + 1);
  for (const sid of sids) {
    expect(await store.insertBatch(played(sid, 1))).toMatchObject({ value: { duplicates: 1 } });
    expect(await placesOf(opened, sid)).toEqual([
      'clients_other',
      'documents_other',
      `events_day_${today}`,
      'playbacks_other',
      'rejections',
    ]);
  }
  await maintainAt(opened, today + 33);
  for (const sid of sids) expect(await placesOf(opened, sid)).toEqual([]);
});

test('a document whose clock is days ahead expires with the partitions of its day, at most a week late', async () => {
  const opened = await openNew();
  const sid = datedSid(today + 7);
  await opened.store.insertBatch(played(sid, 1));
  await maintainAt(opened, today + 33);
  expect(await placesOf(opened, sid)).toHaveLength(5);
  await maintainAt(opened, today + 39);
  expect(await placesOf(opened, sid)).toEqual([]);
});

test('rows that came before their partitions move there, and are found', async () => {
  const opened = await openEmpty();
  const { store } = opened;
  const sid = datedSid(today);
  await store.insertBatch(played(sid, 1));
  expect(await placesOf(opened, sid)).toContain('clients_other');
  await maintainAt(opened, today);
  expect(await placesOf(opened, sid)).toEqual([
    `clients_day_${today}`,
    `documents_day_${today}`,
    `events_day_${today}`,
    `playbacks_day_${today}`,
    'rejections',
  ]);
  expect(await store.insertBatch(played(sid, 1))).toMatchObject({ value: { duplicates: 1 } });
});

test.each([null, 63])(
  'with --keep-days %s documents have no partitions of days',
  async (keepDays) => {
    const opened = await openEmpty();
    const { store } = opened;
    await store.maintain({ nowMs: noon, trustDateMs: noon, keepDays });
    const sid = datedSid(today);
    await store.insertBatch(played(sid, 1));
    expect(await placesOf(opened, sid)).toEqual([
      'clients_other',
      'documents_other',
      `events_day_${today}`,
      'playbacks_other',
      'rejections',
    ]);
    const nowMs = noon + 65 * dayMs;
    await store.maintain({ nowMs, trustDateMs: nowMs, keepDays });
    expect(await placesOf(opened, sid)).toHaveLength(keepDays === null ? 5 : 0);
  },
);

test('no document and no playback is stored twice, whatever the program assumes', async () => {
  const { database, store } = await openNew();
  await store.insertBatch(played(datedSid(today), 1));
  for (const [table, columns] of [
    [
      'clients',
      'day, sid, id_day, highest_seq, stored_count, rejected_count, first_received_ms, last_received_ms',
    ],
    ['documents', 'sid, id_day, host, browser'],
  ])
    await expect(
      database.sql(`INSERT INTO ${table} (${columns}) SELECT ${columns} FROM ${table}`),
    ).rejects.toMatchObject({ code: '23505' });
});
