/** How rows are written. */
export interface RowFormat<Row> {
  /** What stands before the first row. */
  head: string;
  /** @returns whole lines */
  lines(rows: readonly Row[]): string;
}
