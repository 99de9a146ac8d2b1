import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test, vi } from 'vitest';
import { readPlaybackRows } from '../../../../../server/store/reports/read-playback-rows.ts';
import { createSqliteDriver } from '../../../../../server/store/sqlite/open-sqlite-store.ts';
import { wholeTime } from '../../reports/playback-events.ts';
import { openSqliteFile } from '../../support/store-place.ts';
import { tempDirectory } from '../../support/temp-directory.ts';

test('a download of an arm goes on at the row at which its last chunk ended', async () => {
  const file = join(tempDirectory(), 'events.sqlite');
  openSqliteFile(file);
  const connection = new DatabaseSync(file, { readOnly: true });
  const driver = createSqliteDriver(connection);
  onTestFinished(() => driver.close());
  const prepared = vi.spyOn(connection, 'prepare');
  await readPlaybackRows(
    driver.database,
    { ...wholeTime, videoId: 'video-a', arms: [1, 2] },
    { after: 7, limit: 5 },
  );
  const [text = ''] = prepared.mock.calls.flat();
  prepared.mockRestore();
  const plan = connection.prepare(`EXPLAIN QUERY PLAN ${text}`).all();
  expect(plan.map(({ detail }) => detail)).toEqual([
    'SEARCH playbacks USING INTEGER PRIMARY KEY (rowid>?)',
    expect.stringContaining('PRIMARY KEY (sid=? AND cpn=? AND arm=?)'),
  ]);
});
