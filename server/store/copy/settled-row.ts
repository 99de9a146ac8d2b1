/** Follows the last copied row, to tell which rows were copied long enough ago. */
export interface SettledRow {
  /** @returns the last row that was copied at least `settleMs` ago; 0 if there is none */
  row(): number;
  note(copiedRow: number): void;
  /** Begins again, because rows are copied again. */
  reset(): void;
}

/** @param now milliseconds of a monotonic clock */
export function createSettledRow(settleMs: number, now: () => number): SettledRow {
  let settled = 0;
  let next: { row: number; atMs: number } | null = null;
  const advance = () => {
    if (next === null || now() - next.atMs < settleMs) return;
    settled = next.row;
    next = null;
  };
  return {
    row() {
      advance();
      return settled;
    },
    note(copiedRow) {
      advance();
      if (next === null && copiedRow > settled) next = { row: copiedRow, atMs: now() };
    },
    reset() {
      settled = 0;
      next = null;
    },
  };
}
