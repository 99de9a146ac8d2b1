import { stringify } from 'csv-stringify/sync';
import type { ExportedRow, ExportKind } from './export-rows.ts';

/** A file format for rows. */
export interface RowFormat {
  /** Text before the first row. */
  head: string;
  /** @returns complete lines */
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

/** Newline-delimited JSON, one row a line. */
export const ndjson: RowFormat = {
  head: '',
  lines: (rows) => rows.map((row) => `${JSON.stringify(row)}\n`).join(''),
};

/**
 * RFC 4180 with a header line; objects are JSON in their cell. Viewers' text is escaped, so that
 * spreadsheets never run it as a formula.
 */
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
