import { expect, test } from 'vitest';
import type { EventRecord } from '../../server/store/event-archive.ts';
import { startClickHouse } from './copying-server.ts';
import {
  addressOf,
  copy,
  dayMs,
  dayOf,
  event,
  everything,
  openArchiveOf,
  openAt,
  openCopying,
  rowsIn,
  store,
} from './test-archive.ts';

test('archived events come in the order of their rows, page by page, each once', async () => {
  const clickHouse = await startClickHouse();
  const days = [dayOf(3), dayOf(1), dayOf(2)];
  const events = Array.from({ length: 90 }, (_, index) =>
    event(index * 2 + 1, { received_ms: days[index % 3] ?? 0, sid: `document ${index % 7}` }),
  );
  for (const turn of [2, 0, 1])
    await copy(
      clickHouse,
      events.filter((_, index) => index % 3 === turn),
    );
  const archive = openArchiveOf(clickHouse);
  const last = events.at(-1)?.row ?? 0;
  for (const limit of [1, 7, 90, 91]) {
    const read: EventRecord[] = [];
    for (let isMore = true; isMore; ) {
      const page = await archive.after({ row: read.at(-1)?.row ?? 0, upTo: last, limit });
      isMore = page.length === limit;
      read.push(...page);
    }
    expect(read).toEqual(events);
  }
  const rowsOf = async (row: number, upTo: number, limit = 1_000) =>
    (await archive.after({ row, upTo, limit })).map((read) => read.row);
  expect(await rowsOf(3, 9)).toEqual([5, 7, 9]);
  expect(await rowsOf(4, 8)).toEqual([5, 7]);
  expect(await rowsOf(9, 9)).toEqual([]);
  expect(await rowsOf(0, 9, 0)).toEqual([]);
});

test('a page is full however many rows are missing', async () => {
  const clickHouse = await startClickHouse();
  const rows = [1, 2, 70_000, 70_001, 90_000_000, 4_000_000_000_000, Number.MAX_SAFE_INTEGER];
  await copy(
    clickHouse,
    rows.map((row) => event(row)),
  );
  const archive = openArchiveOf(clickHouse);
  expect(rowsIn(await archive.after({ ...everything, limit: rows.length }))).toEqual(rows);
  expect(rowsIn(await archive.after({ ...everything, row: 2, limit: 3 }))).toEqual(
    rows.slice(2, 5),
  );
});

test('events that were copied twice come once, and fill a page', async () => {
  const clickHouse = await startClickHouse();
  const events = [1, 2, 3, 4, 5].map((row) => event(row));
  await copy(clickHouse, events, { copiedMs: 1 });
  await copy(clickHouse, events.slice(0, 3), { copiedMs: 2 });
  await copy(clickHouse, events.slice(0, 2), { copiedMs: 3 });
  const archive = openArchiveOf(clickHouse);
  for (const limit of [1, 2, 3, 4, 5])
    expect(await archive.after({ ...everything, limit })).toEqual(events.slice(0, limit));
});

test.each([
  ['a later day', dayOf(1), dayOf(2)],
  ['an earlier day', dayOf(2), dayOf(1)],
  ['the same day', dayOf(1), dayOf(1)],
])(
  'a restored store gives a row to another event of %s: the latest copy is read',
  async (_, firstMs, secondMs) => {
    const clickHouse = await startClickHouse();
    const lost = event(1, { sid: 'lost', payload: '{"lost":true}', received_ms: firstMs });
    const given = event(1, { sid: 'given', payload: '{"given":true}', received_ms: secondMs });
    await copy(clickHouse, [lost], { copiedMs: 1_000 });
    await copy(clickHouse, [given], { copiedMs: 2_000 });
    const archive = openArchiveOf(clickHouse);
    const expectGiven = async () => expect(await archive.after(everything)).toEqual([given]);
    await expectGiven();
    await clickHouse.run('OPTIMIZE TABLE offstage.feed FINAL');
    await expectGiven();
    // The time of the copy decides, not the order in which ClickHouse got them.
    await copy(clickHouse, [lost], { copiedMs: 1_500 });
    await expectGiven();
    await clickHouse.run('OPTIMIZE TABLE offstage.feed FINAL');
    await expectGiven();
    expect(await archive.rowBeforeNewest({ upTo: 1, count: 1 })).toBe(0);
  },
);

test('the events of documents come by document and number, each once, and none of others', async () => {
  const clickHouse = await startClickHouse();
  const own = [5, 1, 9, 2].map((seq, row) =>
    event(row + 1, { seq, sid: "it's", name: `n${seq}`, received_ms: dayOf(1 + (seq % 3)) }),
  );
  const others = [event(7, { seq: 3, sid: 'other' }), event(8, { seq: 1, sid: 'third' })];
  await copy(clickHouse, [...own, ...others]);
  await copy(clickHouse, own.slice(1, 3));
  await copy(clickHouse, [event(1, { seq: 4, sid: "it's" })], { name: 'other store' });
  const archive = openArchiveOf(clickHouse);
  const found = async (
    sids: readonly string[],
    after: { sid: string; seq: number },
    more: { names?: string[]; limit?: number } = {},
  ) =>
    (await archive.ofDocuments({ sids, after, limit: 1_000, ...more })).map(
      ({ sid, seq }) => `${sid} ${seq}`,
    );
  const start = { sid: '', seq: 0 };
  expect(await found(["it's"], start)).toEqual(["it's 1", "it's 2", "it's 5", "it's 9"]);
  expect(await found(["it's"], { sid: "it's", seq: 2 })).toEqual(["it's 5", "it's 9"]);
  expect(await found(["it's"], start, { limit: 3 })).toEqual(["it's 1", "it's 2", "it's 5"]);
  expect(await found(["it's"], start, { names: ['n9', 'n2'] })).toEqual(["it's 2", "it's 9"]);
  expect(await found(['third', "it's"], { sid: "it's", seq: 5 })).toEqual(["it's 9", 'third 1']);
  expect(await found(['unknown'], start)).toEqual([]);
  const last = { sids: ["it's"], after: { sid: "it's", seq: 5 }, limit: 1 };
  expect(await archive.ofDocuments(last)).toEqual([own[2]]);
});

test('texts and numbers are read exactly as they were stored', async () => {
  const clickHouse = await startClickHouse();
  const text =
    'quote \' " ` backslash \\ \\n \\u0000 tab \t line \r\n nul \0 é 🎬 \u2028 </script>';
  const json = JSON.stringify({ text, lone: '\ud800', nul: '\0' });
  // The last ones are numbers that ClickHouse 18.16 reads inexactly.
  const times = [
    ...[0, 0.1, 1_700_000_000_000.5, Number.MAX_SAFE_INTEGER, 1e300, Number.MAX_VALUE],
    ...[Number.EPSILON, 0.565535382919995, 7.003826502708477e-13, 1.1669279309141357e24],
  ];
  const events = times.map((event_time_ms, index) =>
    event(index + 1, { event_time_ms, payload: json, context: json, name: text, sid: text }),
  );
  const extreme = event(Number.MAX_SAFE_INTEGER, {
    sid: '',
    seq: Number.MAX_SAFE_INTEGER,
    name: '\0',
    endpoint: 'video_stats',
    event_time_ms: Number.MIN_VALUE,
    received_ms: Date.UTC(2100, 0, 1) + 1,
    client_event_id: '',
    payload: `{"long":"${'x'.repeat(200_000)}"}`,
  });
  await copy(clickHouse, [...events, extreme]);
  expect(await openArchiveOf(clickHouse).after(everything)).toEqual([...events, extreme]);
});

test('the row before the newest events is found, however many are missing or copied twice', async () => {
  const clickHouse = await startClickHouse();
  const rows = [1, 2, 3, 70_000, 90_000_000];
  const events = rows.map((row) => event(row));
  await copy(clickHouse, events);
  await copy(clickHouse, events.slice(1, 4));
  const archive = openArchiveOf(clickHouse);
  const before = (upTo: number) =>
    Promise.all(
      [0, 1, 2, 3, 4, 5, 10_000].map((count) => archive.rowBeforeNewest({ upTo, count })),
    );
  const all = [90_000_000, 70_000, 3, 2, 1, 0, 0];
  expect(await before(90_000_000)).toEqual(all);
  expect(await before(Number.MAX_SAFE_INTEGER)).toEqual(all);
  expect(await before(69_999)).toEqual([3, 2, 1, 0, 0, 0, 0]);
  expect(await before(0)).toEqual([0, 0, 0, 0, 0, 0, 0]);
});

test('each store has its own events, whatever its name', async () => {
  const clickHouse = await startClickHouse();
  const names = [store, "it's", 'back\\slash', "\\'", '\\', "' OR 1 = 1 --", 'é 🎬 \n'];
  for (const [index, name] of names.entries())
    await copy(clickHouse, [event(1, { name }), event(2 + index, { name })], { name });
  const archive = openAt(addressOf(clickHouse));
  for (const [index, name] of names.entries()) {
    const events = [event(1, { name }), event(2 + index, { name })];
    expect(await archive.of(name).after(everything)).toEqual(events);
    const newest = await archive.of(name).rowBeforeNewest({ upTo: 1_000, count: 0 });
    expect(newest).toBe(2 + index);
  }
  expect(await archive.of('no such store').after(everything)).toEqual([]);
});

test('events of days that have expired are not in the archive either', async () => {
  const clickHouse = await startClickHouse();
  const kept = event(2, { received_ms: dayOf(2) });
  await copy(clickHouse, [event(1, { received_ms: dayOf(2) - dayMs }), kept]);
  const copying = openCopying(clickHouse);
  await copying.dropDaysBefore('2026-11-02');
  expect(await openArchiveOf(clickHouse).after(everything)).toEqual([kept]);
});

test('a database of the version without an archive gets all events again', async () => {
  const clickHouse = await startClickHouse();
  await clickHouse.run(
    'CREATE TABLE offstage.copied (store String, row UInt64) ENGINE = ReplacingMergeTree(row) ORDER BY store',
  );
  await clickHouse.run(`INSERT INTO offstage.copied VALUES ('${store}', 7)`);
  const copying = openCopying(clickHouse);
  expect(await copying.copiedRow(store)).toBe(0);
  await copying.insert(store, [event(1), event(2)]);
  expect(await copying.copiedRow(store)).toBe(2);
  expect(rowsIn(await openArchiveOf(clickHouse).after(everything))).toEqual([1, 2]);
  expect(await clickHouse.rows('SELECT row FROM offstage.copied')).toEqual([{ row: '7' }]);
});
