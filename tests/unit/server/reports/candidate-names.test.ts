import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { reportLimits } from '../../../../server/store/reports/report-limits.ts';
import { candidateNames } from '../../../../server/store/reports/sums/candidate-names.ts';
import { createSqliteDriver } from '../../../../server/store/sqlite/open-sqlite-store.ts';
import { openSqliteFile } from '../support/store-place.ts';
import { tempDirectory } from '../support/temp-directory.ts';

const { candidatesCount, comparedGroupsCount, groupsCount } = reportLimits;
const dayMs = 86_400_000;

/** Playbacks of videos by name, for each day. */
type Days = readonly ReadonlyMap<string, number>[];

/** @returns the candidates of a report over these days */
async function candidatesOf(days: Days, known = new Map<string, { playbacks: number }>()) {
  const file = join(tempDirectory(), 'events.sqlite');
  await openSqliteFile(file).close();
  const database = new DatabaseSync(file);
  const driver = createSqliteDriver(database);
  onTestFinished(() => driver.close());
  const insert = database.prepare(
    `INSERT INTO playback_sums (kind, span_ms, start_ms, name, playbacks, played, exits, failed,
      refusals, rebuffered, figures) VALUES (?, ${dayMs}, ?, ?, ?, 0, 0, 0, 0, 0, '')`,
  );
  database.exec('BEGIN');
  for (const [index, videos] of days.entries()) {
    insert.run('all', index * dayMs, '', 1);
    for (const [name, playbacks] of videos) insert.run('video', index * dayMs, name, playbacks);
  }
  database.exec('COMMIT');
  const pieces = [{ spanMs: dayMs, sign: 1 as const, fromMs: 0, toMs: days.length * dayMs }];
  return new Set(await candidateNames(driver.database, { kind: 'video', pieces }, known));
}

const range = (length: number) => Array.from({ length }, (_, index) => index);

/** More videos than a day compares, all with this number of playbacks. */
const crowd = (day: string, playbacks: number) =>
  range(comparedGroupsCount + 50).map((index) => [`${day}-${index}`, playbacks] as const);

test('a video that is large on one day only is a candidate, and the rest of a long list is not', async () => {
  const names = await candidatesOf([
    new Map([...range(groupsCount).map((index) => [`large-${index}`, 1_000 + index] as const)]),
    new Map([...crowd('second', 3), ['once', 5_000]]),
  ]);
  expect(names).toEqual(new Set([...range(groupsCount).map((index) => `large-${index}`), 'once']));
});

test('a video is a candidate if what a day does not tell of it could be enough', async () => {
  const days = [
    new Map([...range(groupsCount).map((index) => [`large-${index}`, 100] as const), ['rest', 60]]),
    new Map(crowd('second', 50)),
  ];
  // On the second day it may have 50 as well, which are 110.
  expect(await candidatesOf(days)).toContain('rest');
  days[1] = new Map(crowd('second', 30));
  expect(await candidatesOf(days)).not.toContain('rest');
});

test('playbacks that no sum contains count', async () => {
  const days = [
    new Map([...range(groupsCount).map((i) => [`large-${i}`, 100] as const), ['a', 1]]),
  ];
  expect(await candidatesOf(days)).not.toContain('a');
  const known = new Map([
    ['a', { playbacks: 99 }],
    ['b', { playbacks: 100 }],
    ['large-0', { playbacks: -50 }],
  ]);
  const names = await candidatesOf(days, known);
  expect(names).toContain('a');
  expect(names).toContain('b');
  expect(names).not.toContain('large-0');
});

test('however many names a page invents, a report looks at a bounded number of them', async () => {
  const days = range(12).map((day) => new Map(crowd(`day${day}`, 1)));
  expect((await candidatesOf(days)).size).toBe(candidatesCount);
});
