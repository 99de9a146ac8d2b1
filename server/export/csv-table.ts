import { stringify } from 'csv-stringify/sync';
import type { RowFormat } from './row-format.ts';

/**
 * RFC 4180 with a head line; what is an object is JSON in its cell, and `null` an empty one. Viewers' pages write much of the text,
 * and a spreadsheet runs what begins like a formula: an apostrophe is set before such a text.
 */
export function csvTable<Row extends object>(
  columns: readonly (keyof Row & string)[],
): RowFormat<Row> {
  const options = {
    columns: [...columns],
    record_delimiter: 'windows',
    escape_formulas: true,
    // By itself it quotes none but its own line ends: any other would begin a row, and the row a formula.
    quoted_match: /[\r\n]/,
    cast: { boolean: String },
  } as const;
  return {
    head: stringify([], { ...options, header: true }),
    lines: (rows) => stringify([...rows], options),
  };
}
