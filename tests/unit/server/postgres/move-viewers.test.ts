import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { moveStore } from '../../../../server/store/migrate/move-store.ts';
import { openSource } from '../../../../server/store/migrate/open-source.ts';
import { createPostgresDriver } from '../../../../server/store/postgres/open-postgres-store.ts';
import { openPostgresLink } from '../../../../server/store/postgres/postgres-link.ts';
import { borrowDatabase } from '../support/postgres-database.ts';
import { openSqliteFile } from '../support/store-place.ts';
import { tempDirectory } from '../support/temp-directory.ts';

/** A SQLite store of one viewer, last seen at `nowMs`. */
async function storeOf(channelId: string, nowMs: number): Promise<string> {
  const file = join(tempDirectory(), 'events.sqlite');
  const store = openSqliteFile(file);
  await store.viewers.subscribe({
    viewer: 'ann',
    fields: { channelIds: [channelId] },
    nowMs,
    canAdd: () => true,
  });
  await store.close();
  return file;
}

test('moved viewers keep their sizes and the later of their last visits in both stores', async () => {
  const { hosts, sql } = await borrowDatabase();
  const link = await openPostgresLink(hosts, { warn: () => {} });
  if (!link.ok) throw new Error(link.error.message);
  const target = createPostgresDriver(link.value);
  onTestFinished(() => target.close());
  for (const [channelId, seenMs] of [
    ['UC1', 9_000],
    ['UC2', 5_000],
  ] as const) {
    const source = await openSource(await storeOf(channelId, seenMs));
    if (!source.ok) throw new Error(source.error.message);
    await moveStore(source.value, target, {
      onProgress: () => {},
      signal: new AbortController().signal,
    });
    await source.value.close();
  }
  const [viewer] = await sql('SELECT version, seen_ms, bytes FROM viewers');
  expect([viewer?.version, viewer?.seen_ms].map(Number)).toEqual([2, 9_000]);
  const [totals] = await sql('SELECT sum(viewer_bytes) AS n FROM totals');
  expect(Number(totals?.n)).toBe(Number(viewer?.bytes));
  expect(await sql('SELECT channel_id FROM subscriptions ORDER BY channel_id')).toEqual([
    { channel_id: 'UC1' },
    { channel_id: 'UC2' },
  ]);
});
