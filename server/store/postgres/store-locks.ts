/**
 * Advisory locks of a store. The upper 16 bits identify the kind, so that other programs on the
 * same database do not take them by chance; the lower 48 bits depend on it.
 */
const owner = 0x0ff5n;
const migration = 0x0ff6n;
const maintenance = 0x0ff7n;
const map = 0x0ff8n;
const below = 48n;

export const storeLocks = {
  /** As numbers in SQL. */
  migration: String(migration << below),
  maintenance: String(maintenance << below),
  map: String(map << below),
  /**
   * Lock of a writer of feed rows: the lower bits are the last row number assigned before it began.
   */
  rowsBase: String(owner << below),
  /** The upper 16 bits of those, as in the upper half of the 32-bit `pg_locks.classid`. */
  rowsOwner: Number(owner),
} as const;
