import { zstdCompressSync } from 'node:zlib';
import { ByteWriter, ParquetWriter } from 'hyparquet-writer';
import type { EventRecord } from '../event-archive.ts';
import type { EventFile } from './build-files.ts';
import { parquetLimits } from './parquet-limits.ts';

type Schema = ConstructorParameters<typeof ParquetWriter>[0]['schema'];
type Field = Omit<Schema[number], 'name'>;

interface Column {
  field: Field;
  read(event: EventRecord): string | number | bigint | Date | null;
}

const text: Field = { type: 'BYTE_ARRAY', converted_type: 'UTF8', repetition_type: 'REQUIRED' };
const integer: Field = { type: 'INT64', repetition_type: 'REQUIRED' };
const double: Field = { type: 'DOUBLE', repetition_type: 'REQUIRED' };
const moment: Field = {
  type: 'INT64',
  converted_type: 'TIMESTAMP_MILLIS',
  logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MILLIS' },
};

/** The columns of a file. Never change one: readers read old and new files together. */
const columnsOf = (store: string): Readonly<Record<string, Column>> => ({
  store: { field: text, read: () => store },
  row: { field: integer, read: ({ row }) => BigInt(row) },
  sid: { field: text, read: ({ sid }) => sid },
  seq: { field: integer, read: ({ seq }) => BigInt(seq) },
  name: { field: text, read: ({ name }) => name },
  endpoint: { field: text, read: ({ endpoint }) => endpoint },
  // A page may send any number that is not negative, so its moment may be none.
  event_time: {
    field: { ...moment, repetition_type: 'OPTIONAL' },
    read: ({ event_time_ms: ms }) => (ms <= parquetLimits.momentMaxMs ? new Date(ms) : null),
  },
  event_time_ms: { field: double, read: ({ event_time_ms }) => event_time_ms },
  received: {
    field: { ...moment, repetition_type: 'REQUIRED' },
    read: ({ received_ms }) => new Date(received_ms),
  },
  client_event_id: { field: text, read: ({ client_event_id }) => client_event_id },
  context: { field: text, read: ({ context }) => context },
  payload: { field: text, read: ({ payload }) => payload },
});

/**
 * Makes a Parquet file in memory. A row group is compressed as soon as it is full, so that a large
 * file takes little more memory than its content.
 * @param store name of the store that the events are from
 */
export function createParquetFile(
  store: string,
  limits: Pick<typeof parquetLimits, 'groupRowsCount' | 'groupMaxChars'> = parquetLimits,
): EventFile {
  const columns = Object.entries(columnsOf(store));
  const content = new ByteWriter();
  const writer = new ParquetWriter({
    writer: content,
    schema: [
      { name: 'root', num_children: columns.length },
      ...columns.map(([name, { field }]) => ({ name, ...field })),
    ],
    codec: 'ZSTD',
    compressors: { ZSTD: zstdCompressSync },
    createdBy: 'Offstage',
  });
  let waiting: EventRecord[] = [];
  let chars = 0;

  function writeGroup(): void {
    if (waiting.length === 0) return;
    writer.write({
      columnData: columns.map(([name, { read }]) => ({ name, data: waiting.map(read) })),
      rowGroupSize: waiting.length,
    });
    waiting = [];
    chars = 0;
  }

  return {
    add(event) {
      waiting.push(event);
      chars += event.context.length + event.payload.length;
      if (waiting.length >= limits.groupRowsCount || chars >= limits.groupMaxChars) writeGroup();
    },
    finish() {
      writeGroup();
      writer.finish();
      return content.getBytes();
    },
  };
}
