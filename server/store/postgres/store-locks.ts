/**
 * Advisory locks of a store, which other programs on the same database must not take by chance: their upper 16 bits say whose they are,
 * the lower 48 what they mean.
 */
const owner = 0x0ff5n;
const migration = 0x0ff6n;
const maintenance = 0x0ff7n;
const below = 48n;

export const storeLocks = {
  /** As numbers in SQL. */
  migration: String(migration << below),
  maintenance: String(maintenance << below),
  /** Of a writer of feed rows: the lower bits are the number of the last row that was given away before. */
  rowsBase: String(owner << below),
  /** The upper 16 bits of those, as `pg_locks.classid` has them in the upper half of its 32. */
  rowsOwner: Number(owner),
} as const;
