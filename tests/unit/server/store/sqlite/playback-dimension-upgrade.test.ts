import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { playbackColumns } from '../../../../../server/store/reports/playback-columns.ts';
import { playbackDimensionTables } from '../../../../../server/store/reports/playback-dimension-tables.ts';
import { sqliteMigrations } from '../../../../../server/store/sqlite/sqlite-migrations.ts';
import { fewCounted, foldAll, manyTime, storeManyPlaybacks } from '../../reports/many-playbacks.ts';
import { fillStore } from '../../reports/playback-events.ts';
import { openFileWithoutThread } from '../../support/store-place.ts';
import { tempDirectory } from '../../support/temp-directory.ts';

/** Undoes the step. */
function undo(file: string): void {
  const database = new DatabaseSync(file);
  for (const name of playbackColumns) {
    database.exec(`DROP INDEX playbacks_by_${name}`);
    for (const table of ['playbacks', 'playback_changes'])
      database.exec(`ALTER TABLE ${table} DROP COLUMN ${name}`);
    database.exec(`DELETE FROM playback_sums WHERE kind = '${name}'`);
  }
  const before = sqliteMigrations.indexOf(playbackDimensionTables.sqlite[0]);
  database.exec(`PRAGMA user_version = ${before}`);
  database.close();
}

test('after an upgrade all figures are the same, earlier playbacks are unknown until a rebuild, and groups add up to all', async () => {
  const file = join(tempDirectory(), 'events.sqlite');
  const first = openFileWithoutThread(file, fewCounted);
  await storeManyPlaybacks(first);
  await foldAll(first);
  // Some wait to be added up.
  await fillStore(first, { documents: 10 });
  const time = { ...manyTime, fromMs: 0 };
  const { latest, ...known } = await first.reports.dashboard(time);
  const { engines, startedBy, firstFrames, ...figures } = known;
  expect([engines, startedBy, firstFrames].map(({ length }) => length)).toEqual([4, 4, 4]);
  await first.close();
  undo(file);

  const store = openFileWithoutThread(file, fewCounted);
  const database = new DatabaseSync(file);
  const waiting = database.prepare('SELECT count(*) AS n FROM playback_changes').get()?.n;
  expect(Number(waiting)).toBeGreaterThan(0);
  const sumsOf = (kind: string, shortestMs = 0) =>
    database
      .prepare(
        `SELECT span_ms, start_ms, name, playbacks, figures FROM playback_sums
        WHERE kind = ? AND span_ms >= ? ORDER BY span_ms, start_ms`,
      )
      .all(kind, shortestMs);
  // Groups have no minutes.
  const ofAll = sumsOf('all', 3_600_000);
  expect(ofAll.length).toBeGreaterThan(0);
  for (const name of playbackColumns) expect(sumsOf(name)).toEqual(ofAll);
  database.close();
  const expectUnknown = async () => {
    const report = await store.reports.dashboard(time);
    expect(report).toMatchObject(figures);
    for (const groups of [report.engines, report.startedBy])
      expect(groups).toMatchObject([{ name: '', playbacks: figures.totals.playbacks }]);
    expect(report.firstFrames).toMatchObject([{ startedBy: '', count: figures.startMs.count }]);
    for (const filter of [{ engine: '' }, { startedBy: '' }]) {
      const ofUnknown = await store.reports.dashboard({ ...time, ...filter });
      expect(ofUnknown.totals.playbacks).toBe(figures.totals.playbacks);
    }
  };
  await expectUnknown();
  await foldAll(store);
  await expectUnknown();
  expect(await store.rebuildReports()).toMatchObject({ ok: true });
  await foldAll(store);
  const rebuilt = await store.reports.dashboard(time);
  expect(rebuilt).toMatchObject({ engines, startedBy, firstFrames });
});
