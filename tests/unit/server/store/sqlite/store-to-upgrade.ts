import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { EventStore } from '../../../../../server/store/event-store.ts';
import type { ReportFilter } from '../../../../../server/store/reports/report-figures.ts';
import { fewCounted, foldAll, manyTime, storeManyPlaybacks } from '../../reports/many-playbacks.ts';
import { fillStore } from '../../reports/playback-events.ts';
import { openFileWithoutThread } from '../../support/store-place.ts';
import { tempDirectory } from '../../support/temp-directory.ts';

/** The time of all its playbacks. */
export const allTime: ReportFilter = { ...manyTime, fromMs: 0 };

export const openUpgraded = (file: string) => openFileWithoutThread(file, fewCounted);

/** A store with very many playbacks, some of which wait to be added up. */
export async function fillStoreToUpgrade(): Promise<{ file: string; store: EventStore }> {
  const file = join(tempDirectory(), 'events.sqlite');
  const store = openUpgraded(file);
  await storeManyPlaybacks(store);
  await foldAll(store);
  await fillStore(store, { documents: 10 });
  return { file, store };
}

/** Undoes what a step has added for a dimension. */
export function dropDimension(
  database: DatabaseSync,
  name: string,
  { tables, indexed }: { tables: readonly string[]; indexed: readonly string[] },
): void {
  for (const table of indexed) database.exec(`DROP INDEX ${table}_by_${name}`);
  for (const table of tables) database.exec(`ALTER TABLE ${table} DROP COLUMN ${name}`);
  database.exec(`DELETE FROM playback_sums WHERE kind = '${name}'`);
}

/** @returns the changes that wait after an upgrade, and the sums of hours and days of each kind */
export function readUpgraded(file: string) {
  const database = new DatabaseSync(file, { readOnly: true });
  const waiting = database.prepare('SELECT count(*) AS n FROM playback_changes').get()?.n;
  const sums = database
    .prepare(
      `SELECT kind, span_ms, start_ms, name, playbacks, figures FROM playback_sums
      WHERE span_ms >= 3600000 ORDER BY span_ms, start_ms`,
    )
    .all();
  database.close();
  return {
    waitingCount: Number(waiting),
    sumsOf: (wanted: string) =>
      sums.filter(({ kind }) => kind === wanted).map(({ kind, ...sum }) => sum),
  };
}
