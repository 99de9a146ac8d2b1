import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import {
  addedDimensions,
  dimensionTables,
} from '../../../../../server/store/reports/dimension-tables.ts';
import { playbackColumns } from '../../../../../server/store/reports/playback-columns.ts';
import { sqliteMigrations } from '../../../../../server/store/sqlite/sqlite-migrations.ts';
import {
  customDimensions,
  dimensionLists,
} from '../../../../../shared/telemetry/document-dimensions.ts';
import { fewCounted, foldAll, manyTime, storeManyPlaybacks } from '../../reports/many-playbacks.ts';
import { fillStore } from '../../reports/playback-events.ts';
import { openFileWithoutThread } from '../../support/store-place.ts';
import { tempDirectory } from '../../support/temp-directory.ts';

/** The version before the steps. */
const before = sqliteMigrations.indexOf(dimensionTables.sqlite[0]);

/** Undoes this step and the later ones, as far as they change the schema. */
function undo(file: string): void {
  const database = new DatabaseSync(file);
  for (const name of [...addedDimensions, ...customDimensions]) {
    for (const table of ['playbacks', 'viewings', 'field_reports'])
      database.exec(`DROP INDEX ${table}_by_${name}`);
    for (const table of ['documents', 'playbacks', 'playback_changes', 'viewings', 'field_reports'])
      database.exec(`ALTER TABLE ${table} DROP COLUMN ${name}`);
    database.exec(`DELETE FROM playback_sums WHERE kind = '${name}'`);
  }
  for (const name of playbackColumns) {
    database.exec(`DROP INDEX playbacks_by_${name}`);
    for (const table of ['playbacks', 'playback_changes'])
      database.exec(`ALTER TABLE ${table} DROP COLUMN ${name}`);
    database.exec(`DELETE FROM playback_sums WHERE kind = '${name}'`);
  }
  for (const table of ['custom_dimensions', 'custom_values']) database.exec(`DROP TABLE ${table}`);
  database.exec(`PRAGMA user_version = ${before}`);
  database.close();
}

test('after an upgrade all figures are the same, earlier playbacks are of unknown facts, and groups add up to all', async () => {
  const file = join(tempDirectory(), 'events.sqlite');
  const first = openFileWithoutThread(file, fewCounted);
  await storeManyPlaybacks(first);
  await foldAll(first);
  // Some wait to be added up.
  await fillStore(first, { documents: 10 });
  const time = { ...manyTime, fromMs: 0 };
  const { latest, engines, startedBy, firstFrames, ...known } = await first.reports.dashboard(time);
  const { devices, countries, versions, ...figures } = known;
  for (const groups of [devices, countries, versions]) expect(groups.length).toBeGreaterThan(2);
  await first.close();
  undo(file);

  const store = openFileWithoutThread(file, fewCounted);
  const database = new DatabaseSync(file);
  const waiting = database.prepare('SELECT count(*) AS n FROM playback_changes').get()?.n;
  const summed = database.prepare("SELECT count(*) AS n FROM playback_sums WHERE kind = 'all'");
  expect([Number(waiting) > 0, Number(summed.get()?.n) > 0]).toEqual([true, true]);
  const sumsOf = (kind: string) =>
    database
      .prepare(
        `SELECT span_ms, start_ms, name, playbacks, figures FROM playback_sums
        WHERE kind = ? AND span_ms >= 3600000 ORDER BY span_ms, start_ms`,
      )
      .all(kind);
  for (const name of addedDimensions) expect(sumsOf(name)).toEqual(sumsOf('all'));
  database.close();
  const expectUnknown = async () => {
    const report = await store.reports.dashboard(time);
    expect(report).toMatchObject(figures);
    for (const name of addedDimensions) {
      const groups = report[dimensionLists[name]];
      expect(groups).toEqual([expect.objectContaining({ name: '', ...outcomesOf(report.hosts) })]);
      const ofUnknown = await store.reports.dashboard({ ...time, [name]: '' });
      expect(ofUnknown.totals.playbacks).toBe(report.totals.playbacks);
    }
  };
  await expectUnknown();
  await foldAll(store);
  await expectUnknown();
  await store.rebuildReports();
  await foldAll(store);
  const rebuilt = await store.reports.dashboard(time);
  expect(rebuilt.versions).toEqual(versions);
});

/** The sum of the groups of a list. */
function outcomesOf(groups: readonly { playbacks: number; failures: number; stored: number }[]) {
  const sum = (of: (group: (typeof groups)[number]) => number) =>
    groups.reduce((all, group) => all + of(group), 0);
  return {
    playbacks: sum(({ playbacks }) => playbacks),
    failures: sum(({ failures }) => failures),
  };
}
