import { DuckDBInstance } from '@duckdb/node-api';
import { expect, test } from 'vitest';
import type { EventRecord } from '../../../../../server/store/event-archive.ts';
import { createParquetFile } from '../../../../../server/store/parquet/parquet-file.ts';
import { parquetLimits } from '../../../../../server/store/parquet/parquet-limits.ts';
import { tempDirectory } from '../../support/temp-directory.ts';

const event = (row: number, changes: Partial<EventRecord> = {}): EventRecord => ({
  row,
  sid: 's',
  seq: row,
  name: 'n',
  endpoint: 'log_event',
  event_time_ms: 1_700_000_000_000,
  received_ms: 1_700_000_001_234,
  client_event_id: 'id',
  context: '{}',
  payload: '{}',
  ...changes,
});

/** Reads with DuckDB, which shares no code with the writer. */
async function query(content: Uint8Array, sql: string) {
  const directory = tempDirectory({ 'events.parquet': content });
  const database = await DuckDBInstance.create();
  const connection = await database.connect();
  try {
    await connection.run(`CREATE VIEW events AS FROM '${directory}/events.parquet'`);
    return (await connection.runAndReadAll(sql)).getRowObjectsJson();
  } finally {
    connection.closeSync();
    database.closeSync();
  }
}

function fileOf(events: readonly EventRecord[], limits = parquetLimits): Uint8Array {
  const file = createParquetFile('my store', limits);
  for (const one of events) file.add(one);
  return file.finish();
}

test('columns have their types', async () => {
  const columns = await query(fileOf([event(1)]), 'DESCRIBE events');
  expect(
    Object.fromEntries(columns.map(({ column_name, column_type }) => [column_name, column_type])),
  ).toEqual({
    store: 'VARCHAR',
    row: 'BIGINT',
    sid: 'VARCHAR',
    seq: 'BIGINT',
    name: 'VARCHAR',
    endpoint: 'VARCHAR',
    event_time: 'TIMESTAMP WITH TIME ZONE',
    event_time_ms: 'DOUBLE',
    received: 'TIMESTAMP WITH TIME ZONE',
    client_event_id: 'VARCHAR',
    context: 'VARCHAR',
    payload: 'VARCHAR',
  });
});

test('an event is in the file as it is stored', async () => {
  const [row] = await query(
    fileOf([event(7, { sid: 'ünïcode 🎬', payload: '{"a":[1,null]}' })]),
    'SELECT *, epoch_ms(received) AS received_ms, epoch_ms(event_time) AS ms FROM events',
  );
  expect(row).toMatchObject({
    store: 'my store',
    row: '7',
    sid: 'ünïcode 🎬',
    seq: '7',
    name: 'n',
    endpoint: 'log_event',
    event_time_ms: 1_700_000_000_000,
    ms: '1700000000000',
    received_ms: '1700000001234',
    client_event_id: 'id',
    context: '{}',
    payload: '{"a":[1,null]}',
  });
});

test.each([
  [0, '0'],
  [0.1, '0'],
  [1_700_000_000_000.5, '1700000000000'],
  [253_402_300_799_999, '253402300799999'],
  [253_402_300_800_000, null],
  [Number.MAX_SAFE_INTEGER, null],
  [1e300, null],
  [Number.MAX_VALUE, null],
])(
  'a page’s time of %d ms is exact as a number, and a moment only if it is one',
  async (ms, moment) => {
    const [row] = await query(
      fileOf([event(1, { event_time_ms: ms })]),
      'SELECT event_time_ms AS number, epoch_ms(event_time) AS moment FROM events',
    );
    expect(row).toEqual({ number: ms, moment });
  },
);

test('odd text and the largest numbers are there', async () => {
  const text = 'nul \u0000 quote \' " line \n lone \ud800 end';
  const [row] = await query(
    fileOf([
      event(Number.MAX_SAFE_INTEGER, { payload: text, context: '', seq: Number.MAX_SAFE_INTEGER }),
    ]),
    'SELECT "row", seq, payload, context FROM events',
  );
  expect(row).toEqual({
    row: String(Number.MAX_SAFE_INTEGER),
    seq: String(Number.MAX_SAFE_INTEGER),
    // UTF-8 has no lone surrogate.
    payload: text.replace('\ud800', '\ufffd'),
    context: '',
  });
});

test('a file of many row groups has each event once', async () => {
  const count = 1_003;
  const events = Array.from({ length: count }, (_, index) => event(index + 1));
  const [row] = await query(
    fileOf(events, { ...parquetLimits, groupRowsCount: 100 as never }),
    'SELECT count(*) AS rows, count(DISTINCT "row") AS different, max("row") AS last FROM events',
  );
  expect(row).toEqual({ rows: '1003', different: '1003', last: '1003' });
});

test('the same events make the same file', () => {
  const events = Array.from({ length: 50 }, (_, index) => event(index));
  expect(fileOf(events)).toEqual(fileOf(events));
});
