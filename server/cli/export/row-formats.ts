import { csvTable } from './csv-table.ts';
import type { ExportedRow, ExportKind } from './export-rows.ts';
import type { RowFormat } from './row-format.ts';

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
export const ndjson: RowFormat<ExportedRow> = {
  head: '',
  lines: (rows) => rows.map((row) => `${JSON.stringify(row)}\n`).join(''),
};

export const csv = (kind: ExportKind): RowFormat<ExportedRow> => csvTable(columns[kind]);
