import type { Kysely } from 'kysely';
import type { StoreTables } from '../store-tables.ts';

type MinuteCounts = Omit<StoreTables['intake_minutes'], 'minute_ms' | 'writer'>;

const minuteMs = 60_000;
const none: Readonly<MinuteCounts> = {
  batches: 0,
  events: 0,
  duplicates: 0,
  rejected: 0,
  bytes: 0,
  malformed_summaries: 0,
};
const names = Object.keys(none) as (keyof MinuteCounts)[];

/** Collects counts by minute until they are written. */
export interface MinuteSums {
  add(receivedMs: number, more: Partial<MinuteCounts>): void;
  write(database: Kysely<StoreTables>, writer: string): Promise<void>;
}

export function startMinuteSums(): MinuteSums {
  const sums = new Map<number, MinuteCounts>();
  return {
    add(receivedMs, more) {
      const minute = Math.floor(receivedMs / minuteMs) * minuteMs;
      const sum = sums.get(minute) ?? { ...none };
      for (const name of names) sum[name] += more[name] ?? 0;
      sums.set(minute, sum);
    },
    async write(database, writer) {
      if (sums.size === 0) return;
      await database
        .insertInto('intake_minutes')
        .values([...sums].map(([minute, sum]) => ({ minute_ms: minute, writer, ...sum })))
        .onConflict((conflict) =>
          conflict
            .columns(['minute_ms', 'writer'])
            .doUpdateSet((value) =>
              Object.fromEntries(
                names.map((name) => [
                  name,
                  value(`intake_minutes.${name}`, '+', value.ref(`excluded.${name}`)),
                ]),
              ),
            ),
        )
        .execute();
    },
  };
}
