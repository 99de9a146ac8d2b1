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
import { foldAll } from '../../reports/many-playbacks.ts';
import {
  allTime,
  dropDimension,
  fillStoreToUpgrade,
  openUpgraded,
  readUpgraded,
} from './store-to-upgrade.ts';

/** The version before the steps. */
const before = sqliteMigrations.indexOf(dimensionTables.sqlite[0]);

/** Undoes this step and the later ones, as far as they change the schema. */
function undo(file: string): void {
  const database = new DatabaseSync(file);
  const indexed = ['playbacks', 'viewings', 'field_reports'];
  for (const name of [...addedDimensions, ...customDimensions]) {
    const tables = ['documents', 'playback_changes', ...indexed];
    dropDimension(database, name, { tables, indexed });
  }
  for (const name of playbackColumns)
    dropDimension(database, name, {
      tables: ['playbacks', 'playback_changes'],
      indexed: ['playbacks'],
    });
  for (const table of ['custom_dimensions', 'custom_values', 'served_pages', 'heard_pages'])
    database.exec(`DROP TABLE ${table}`);
  database.exec(`PRAGMA user_version = ${before}`);
  database.close();
}

test('after an upgrade all figures are the same, earlier playbacks are of unknown facts, and groups add up to all', async () => {
  const { file, store: first } = await fillStoreToUpgrade();
  const { latest, engines, startedBy, firstFrames, ...known } =
    await first.reports.dashboard(allTime);
  const { devices, countries, versions, ...figures } = known;
  for (const groups of [devices, countries, versions]) expect(groups.length).toBeGreaterThan(2);
  await first.close();
  undo(file);

  const store = openUpgraded(file);
  const { waitingCount, sumsOf } = readUpgraded(file);
  expect(waitingCount).toBeGreaterThan(0);
  expect(sumsOf('all').length).toBeGreaterThan(0);
  for (const name of addedDimensions) expect(sumsOf(name)).toEqual(sumsOf('all'));
  const expectUnknown = async () => {
    const report = await store.reports.dashboard(allTime);
    expect(report).toMatchObject(figures);
    for (const name of addedDimensions) {
      const groups = report[dimensionLists[name]];
      expect(groups).toEqual([expect.objectContaining({ name: '', ...outcomesOf(report.hosts) })]);
      const ofUnknown = await store.reports.dashboard({ ...allTime, [name]: '' });
      expect(ofUnknown.totals.playbacks).toBe(report.totals.playbacks);
    }
  };
  await expectUnknown();
  await foldAll(store);
  await expectUnknown();
  await store.rebuildReports();
  await foldAll(store);
  const rebuilt = await store.reports.dashboard(allTime);
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
