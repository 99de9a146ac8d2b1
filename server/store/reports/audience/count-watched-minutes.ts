import type { Kysely } from 'kysely';
import { added } from '../../added.ts';
import { createRowsStatement } from '../../insert-rows.ts';
import type { StoreTables } from '../../store-tables.ts';
import { type PeriodSums, startPeriodSums } from '../period-sums.ts';
import type { WatchedMinutesTable } from './audience-tables.ts';
import { possibleTime, type ViewingFact } from './viewing-facts.ts';

export const minuteMs = 60_000;

type WatchedTime = Pick<WatchedMinutesTable, 'watched_ms'>;

/** Collects playing time by the minute in which it passed, until it is written. */
export const startWatchedMinutes = (): PeriodSums<WatchedTime> =>
  startPeriodSums(minuteMs, { watched_ms: 0 });

/** Adds the playing time of an event. It passed just before the event, whose limit bounds it. */
export function addWatchedTime(
  minutes: PeriodSums<WatchedTime>,
  { playedMs, atMs }: ViewingFact,
  receivedMs: number,
): void {
  const toMs = Math.floor(possibleTime(atMs, receivedMs));
  for (let fromMs = toMs - playedMs; fromMs < toMs; ) {
    const endMs = Math.min(toMs, (Math.floor(fromMs / minuteMs) + 1) * minuteMs);
    minutes.add(fromMs, { watched_ms: endMs - fromMs });
    fromMs = endMs;
  }
}

export async function writeWatchedMinutes(
  database: Kysely<StoreTables>,
  writer: string,
  { sums }: PeriodSums<WatchedTime>,
): Promise<void> {
  await addMinutes(
    database,
    [...sums].map(([minute_ms, { watched_ms }]) => ({ minute_ms, writer, watched_ms })),
  );
}

const addMinutes = createRowsStatement<WatchedMinutesTable>((database, rows) =>
  database
    .insertInto('watched_minutes')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(['minute_ms', 'writer'])
        .doUpdateSet(added('watched_minutes', ['watched_ms'])),
    ),
);
