import { join } from 'node:path';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { selectPlaybacks } from '../../../../../server/store/reports/select-playbacks.ts';
import { createSqliteDriver } from '../../../../../server/store/sqlite/open-sqlite-store.ts';
import { customDimensions } from '../../../../../shared/telemetry/document-dimensions.ts';
import { wholeTime } from '../../reports/playback-events.ts';
import { openSqliteFile } from '../../support/store-place.ts';
import { tempDirectory } from '../../support/temp-directory.ts';

test.each(customDimensions)('an index finds the playbacks with a value of %s', (place) => {
  const file = join(tempDirectory(), 'events.sqlite');
  openSqliteFile(file);
  const connection = new DatabaseSync(file, { readOnly: true });
  const driver = createSqliteDriver(connection);
  onTestFinished(() => driver.close());
  const { sql, parameters } = selectPlaybacks(driver.database, { ...wholeTime, [place]: 'sports' })
    .select('row')
    .compile();
  const plan = connection
    .prepare(`EXPLAIN QUERY PLAN ${sql}`)
    .all(...(parameters as SQLInputValue[]))
    .map(({ detail }) => detail);
  expect(plan).toEqual([expect.stringContaining(`INDEX playbacks_by_${place} (${place}=?`)]);
});
