import { stringify } from 'csv-stringify/sync';
import type { RowFormat } from './row-format.ts';

/**
 * RFC 4180 with a head line. An object is JSON in its cell, `null` an empty cell. Viewers' pages
 * write much of the text, and a spreadsheet runs a text that begins like a formula: the library
 * sets an apostrophe before it.
 */
export function csvTable<Row extends object>(
  columns: readonly (keyof Row & string)[],
): RowFormat<Row> {
  const options = {
    columns: [...columns],
    record_delimiter: 'windows',
    escape_formulas: true,
    // By default the library quotes only CRLF. A lone line feed would begin a row and a formula.
    quoted_match: /[\r\n]/,
    cast: { boolean: String },
  } as const;
  return {
    head: stringify([], { ...options, header: true }),
    lines: (rows) => stringify([...rows], options),
  };
}
