import type { LineName } from './link/link-conditions.ts';

/** Options of `npm run bench --`; each part uses those that it knows. */
export interface BenchOptions {
  /** `null` for the part's default. */
  rounds: number | null;
  /** In the store of the part `reports`; `null` for its default. */
  playbacks: number | null;
  /** In the stores of the part `scale`; `null` for its default. */
  documents: number | null;
  /** A smoke test: the figures mean nothing. */
  isQuick: boolean;
  /** Lines of the part `network`. */
  lines: readonly LineName[];
}
