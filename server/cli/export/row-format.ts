/** How rows are written. */
export interface RowFormat<Row> {
  /** Text before the first row. */
  head: string;
  /** @returns whole lines */
  lines(rows: readonly Row[]): string;
}
