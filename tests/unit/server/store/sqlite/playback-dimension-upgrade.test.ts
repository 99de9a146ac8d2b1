import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { playbackColumns } from '../../../../../server/store/reports/playback-columns.ts';
import { playbackDimensionTables } from '../../../../../server/store/reports/playback-dimension-tables.ts';
import { sqliteMigrations } from '../../../../../server/store/sqlite/sqlite-migrations.ts';
import { foldAll } from '../../reports/many-playbacks.ts';
import {
  allTime,
  dropDimension,
  fillStoreToUpgrade,
  openUpgraded,
  readUpgraded,
} from './store-to-upgrade.ts';

/** Undoes this step and the later ones. */
function undo(file: string): void {
  const database = new DatabaseSync(file);
  for (const name of playbackColumns)
    dropDimension(database, name, {
      tables: ['playbacks', 'playback_changes'],
      indexed: ['playbacks'],
    });
  database.exec('DROP TABLE served_pages; DROP TABLE heard_pages');
  const before = sqliteMigrations.indexOf(playbackDimensionTables.sqlite[0]);
  database.exec(`PRAGMA user_version = ${before}`);
  database.close();
}

test('after an upgrade all figures are the same, earlier playbacks are unknown until a rebuild, and groups add up to all', async () => {
  const { file, store: first } = await fillStoreToUpgrade();
  const { latest, ...known } = await first.reports.dashboard(allTime);
  const { engines, startedBy, firstFrames, ...figures } = known;
  expect([engines, startedBy, firstFrames].map(({ length }) => length)).toEqual([4, 4, 4]);
  await first.close();
  undo(file);

  const store = openUpgraded(file);
  const { waitingCount, sumsOf } = readUpgraded(file);
  expect(waitingCount).toBeGreaterThan(0);
  expect(sumsOf('all').length).toBeGreaterThan(0);
  for (const name of playbackColumns) expect(sumsOf(name)).toEqual(sumsOf('all'));
  const expectUnknown = async () => {
    const report = await store.reports.dashboard(allTime);
    expect(report).toMatchObject(figures);
    for (const groups of [report.engines, report.startedBy])
      expect(groups).toMatchObject([{ name: '', playbacks: figures.totals.playbacks }]);
    expect(report.firstFrames).toMatchObject([{ startedBy: '', count: figures.startMs.count }]);
    for (const filter of [{ engine: '' }, { startedBy: '' }]) {
      const ofUnknown = await store.reports.dashboard({ ...allTime, ...filter });
      expect(ofUnknown.totals.playbacks).toBe(figures.totals.playbacks);
    }
  };
  await expectUnknown();
  await foldAll(store);
  await expectUnknown();
  expect(await store.rebuildReports()).toMatchObject({ ok: true });
  await foldAll(store);
  const rebuilt = await store.reports.dashboard(allTime);
  expect(rebuilt).toMatchObject({ engines, startedBy, firstFrames });
});
