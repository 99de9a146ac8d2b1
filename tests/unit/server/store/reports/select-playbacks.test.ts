import { join } from 'node:path';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import {
  type PlaybackSelection,
  selectPlaybacks,
} from '../../../../../server/store/reports/select-playbacks.ts';
import { createSqliteDriver } from '../../../../../server/store/sqlite/open-sqlite-store.ts';
import { customDimensions } from '../../../../../shared/telemetry/document-dimensions.ts';
import { wholeTime } from '../../reports/playback-events.ts';
import { openSqliteFile } from '../../support/store-place.ts';
import { tempDirectory } from '../../support/temp-directory.ts';

/** @returns the steps by which SQLite finds the playbacks */
function planOf(selection: PlaybackSelection): unknown[] {
  const file = join(tempDirectory(), 'events.sqlite');
  openSqliteFile(file);
  const connection = new DatabaseSync(file, { readOnly: true });
  const driver = createSqliteDriver(connection);
  onTestFinished(() => driver.close());
  const { sql, parameters } = selectPlaybacks(driver.database, selection).select('row').compile();
  return connection
    .prepare(`EXPLAIN QUERY PLAN ${sql}`)
    .all(...(parameters as SQLInputValue[]))
    .map(({ detail }) => detail);
}

test.each(customDimensions)('an index finds the playbacks with a value of %s', (place) => {
  expect(planOf({ ...wholeTime, [place]: 'sports' })).toEqual([
    expect.stringContaining(`INDEX playbacks_by_${place} (${place}=?`),
  ]);
});

const ofArms = { ...wholeTime, browser: 'Chrome', arms: [1, 2] };

test('the playbacks of arms are found by their own index, or looked up one by one', () => {
  const indexed = [
    expect.stringMatching(/^SEARCH playbacks USING INDEX \w+ \(sid=\? AND cpn=\?\)$/),
    expect.stringMatching(/^LIST SUBQUERY/),
    expect.stringContaining('experiment_playbacks_of_arm (arm=? AND received_ms>?'),
  ];
  expect(planOf({ ...ofArms, indexed: 'arms' })).toEqual(indexed);
  expect(planOf({ ...ofArms, browser: null })).toEqual(indexed);
  const lookedUp = expect.stringContaining('PRIMARY KEY (sid=? AND cpn=? AND arm=?)');
  expect(planOf({ ...ofArms, indexed: 'browser' })).toEqual([
    expect.stringContaining('INDEX playbacks_by_browser (browser=? AND received_ms>?'),
    lookedUp,
  ]);
  expect(planOf({ ...ofArms, indexed: 'others' })).toEqual([
    expect.stringContaining('INDEX playbacks_by_browser (browser=? AND received_ms>?'),
    lookedUp,
  ]);
});
