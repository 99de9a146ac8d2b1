import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test, vi } from 'vitest';
import { readPlaybackRows } from '../../../../../server/store/reports/read-playback-rows.ts';
import type { ReportFilter } from '../../../../../server/store/reports/report-figures.ts';
import { createSqliteDriver } from '../../../../../server/store/sqlite/open-sqlite-store.ts';
import { wholeTime } from '../../reports/playback-events.ts';
import { openSqliteFile } from '../../support/store-place.ts';
import { tempDirectory } from '../../support/temp-directory.ts';

/** @returns how SQLite finds the second chunk of a download */
async function planOf(filter: Partial<ReportFilter>) {
  const file = join(tempDirectory(), 'events.sqlite');
  openSqliteFile(file);
  const connection = new DatabaseSync(file, { readOnly: true });
  const driver = createSqliteDriver(connection);
  onTestFinished(() => driver.close());
  const prepared = vi.spyOn(connection, 'prepare');
  await readPlaybackRows(
    driver.database,
    { ...wholeTime, ...filter },
    { after: { receivedMs: 3, row: 7 }, limit: 5 },
  );
  const [text = ''] = prepared.mock.calls.flat();
  prepared.mockRestore();
  const plan = connection.prepare(`EXPLAIN QUERY PLAN ${text}`).all();
  return plan.map(({ detail }) => String(detail));
}

const ofArm = expect.stringContaining('PRIMARY KEY (sid=? AND cpn=? AND arm=?)');

test.each<[string, Partial<ReportFilter>, unknown[]]>([
  ['all playbacks', {}, ['(received_ms>? AND received_ms<?)']],
  ['a video', { videoId: 'video-a' }, ['(video_id=? AND received_ms>? AND received_ms<?)']],
  ['an arm', { arms: [1, 2] }, ['(received_ms>? AND received_ms<?)', ofArm]],
  [
    'an arm and a video',
    { videoId: 'video-a', arms: [1, 2] },
    ['(video_id=? AND received_ms>? AND received_ms<?)', ofArm],
  ],
])(
  'a download of %s goes on where its last chunk ended, in the order of an index',
  async (_, filter, [found, ...rest]) => {
    // Without sorting, which would read all that follows for each chunk.
    expect(await planOf(filter)).toEqual([expect.stringContaining(String(found)), ...rest]);
  },
);
