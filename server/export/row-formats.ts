import { stringify } from 'csv-stringify/sync';
import type { ExportedRow, ExportKind } from './export-rows.ts';

/** How rows are written. */
export interface RowFormat {
  /** What stands before the first row. */
  head: string;
  /** @returns whole lines */
  lines(rows: readonly ExportedRow[]): string;
}

const columns: Readonly<Record<ExportKind, readonly string[]>> = {
  events: [
    'row',
    'sid',
    'seq',
    'name',
    'endpoint',
    'eventTimeMs',
    'receivedMs',
    'context',
    'payload',
  ],
  log: ['row', 'sid', 'n', 'kind', 'timeMs', 'receivedMs', 'droppedCount', 'context', 'fields'],
  errors: [
    ...[
      'row',
      'fingerprint',
      'count',
      'firstReceivedMs',
      'lastReceivedMs',
      'lastSid',
      'source',
      'level',
      'type',
    ],
    ...['message', 'line', 'stack', 'clientName', 'clientVersion', 'params'],
  ],
};

/** Newline-delimited JSON, a row each. */
export const ndjson: RowFormat = {
  head: '',
  lines: (rows) => rows.map((row) => `${JSON.stringify(row)}\n`).join(''),
};

/** RFC 4180 with a head line; what is an object is JSON in its cell. Nothing that viewers sent is a formula to a spreadsheet. */
export function csv(kind: ExportKind): RowFormat {
  const options = {
    columns: [...columns[kind]],
    record_delimiter: 'windows',
    escape_formulas: true,
  } as const;
  return {
    head: stringify([], { ...options, header: true }),
    lines: (rows) => stringify([...rows], options),
  };
}
