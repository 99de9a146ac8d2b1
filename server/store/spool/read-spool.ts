import type { DatabaseSync } from 'node:sqlite';
import * as z from 'zod';

export interface SpoolState {
  /** Entries for these stores that wait. */
  waitingCount: number;
  /** Size of the file without its free pages. */
  bytes: number;
  /** Unix milliseconds at which the oldest waiting entry was received; `null` without one. */
  oldestMs: number | null;
  /** Entries that the store has refused, or that cannot be read. They stay in the file. */
  setAsideCount: number;
  /** Entries for other stores. They stay in the file. */
  foreignCount: number;
}

/** Reads what waits in a spool for these stores. Nothing here looks at more than an index of it. */
export function readSpool(database: DatabaseSync, storeNames: readonly string[]) {
  const names = JSON.stringify(storeNames);
  const first = database.prepare(
    `SELECT received_ms AS ms FROM entries
     WHERE store IN (SELECT value FROM json_each(?)) AND is_set_aside = 0 ORDER BY id LIMIT 1`,
  );
  const counts = database.prepare(
    `SELECT
       coalesce(sum(store IN (SELECT value FROM json_each(:names)) AND is_set_aside = 0), 0) AS waiting,
       coalesce(sum(is_set_aside), 0) AS setAside,
       coalesce(sum(store NOT IN (SELECT value FROM json_each(:names)) AND is_set_aside = 0), 0) AS others
     FROM entries`,
  );
  const size = database.prepare(
    `SELECT (page_count - freelist_count) * page_size AS bytes
     FROM pragma_page_count, pragma_freelist_count, pragma_page_size`,
  );
  const bytes = () => sizeSchema.parse(size.get()).bytes;
  /** `null` without waiting entries. */
  const oldestMs = () => firstSchema.parse(first.get(names) ?? { ms: null }).ms;

  function state(): SpoolState {
    const { waiting, setAside, others } = countsSchema.parse(counts.get({ names }));
    return {
      waitingCount: waiting,
      bytes: bytes(),
      oldestMs: oldestMs(),
      setAsideCount: setAside,
      foreignCount: others,
    };
  }

  return { bytes, oldestMs, state };
}

const sizeSchema = z.object({ bytes: z.number() });
const firstSchema = z.object({ ms: z.nullable(z.number()) });
const countsSchema = z.object({ waiting: z.number(), setAside: z.number(), others: z.number() });
