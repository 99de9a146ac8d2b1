/** What stands after `npm run bench --` beside the parts' names; a part takes what it knows. */
export interface BenchOptions {
  /** `null`: as many as the part thinks right. */
  rounds: number | null;
  /** A smoke test: the figures mean nothing. */
  isQuick: boolean;
}
