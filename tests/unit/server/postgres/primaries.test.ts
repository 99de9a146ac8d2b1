import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { linkLimits } from '../../../../server/store/postgres/link-limits.ts';
import { openPostgresStore } from '../../../../server/store/postgres/open-postgres-store.ts';
import { hostsOf, query } from '../support/postgres-database.ts';
import {
  createPostgresServer,
  endPostgresServer,
  type PostgresServer,
} from '../support/postgres-server.ts';
import { loseQuorum, setStandbys, withoutStandby } from '../support/quorum.ts';
import { storeBatch } from '../support/store-batches.ts';

/**
 * The first primary, and the standby that is promoted in the first test: each test goes on where
 * the one before ended.
 */
let first: PostgresServer;
let second: PostgresServer;
beforeAll(async () => {
  first = await createPostgresServer();
  await first.start();
  second = await createPostgresServer({}, first.url);
  await second.start();
});
afterAll(async () => {
  for (const server of [first, second]) await endPostgresServer(server);
});

async function openBoth() {
  const hosts = hostsOf(
    first.url.replace(/@.*$/, `@127.0.0.1:${first.port},127.0.0.1:${second.port}/postgres`),
  );
  const sentences: string[] = [];
  const opened = await openPostgresStore(hosts, {
    warn: (sentence) => sentences.push(sentence),
    limits: { ...linkLimits, retryMaxMs: 250 },
  });
  if (!opened.ok) throw new Error(opened.error.message);
  onTestFinished(() => opened.value.close());
  return { store: opened.value, sentences };
}

async function seqsIn({ url }: PostgresServer): Promise<unknown[]> {
  return (await query(url, 'SELECT seq FROM events ORDER BY seq')).map(({ seq }) => seq);
}

const isAway = { ok: false, error: { code: 'STORE_AWAY' } };
const isStored = { ok: true, value: { accepted: 1 } };

test('a primary that no longer commits is left for the promoted standby, though it still accepts writes [feature-exactly-once]', async () => {
  const { store, sentences } = await openBoth();
  expect(await store.insertBatch(storeBatch([1]))).toMatchObject(isStored);
  await expect.poll(() => seqsIn(second).catch(() => null)).toEqual([1]);
  await loseQuorum(first.url);
  await query(second.url, 'SELECT pg_promote()');
  const answer = await withoutStandby(first.url, () => store.insertBatch(storeBatch([2])));
  expect(answer).toMatchObject(isAway);
  await expect.poll(() => store.insertBatch(storeBatch([2]))).toMatchObject(isStored);
  expect(await seqsIn(second)).toEqual([1, 2]);
  expect(sentences.at(-1)).toBe(
    `PostgreSQL offstage@127.0.0.1:${second.port}/postgres answers again: events are stored.`,
  );
});

test('an old primary that returns without its standbys is not used [attack-M3]', async () => {
  const { store } = await openBoth();
  expect(await store.insertBatch(storeBatch([3]))).toMatchObject(isStored);
  expect(await seqsIn(second)).toEqual([1, 2, 3]);
});

test('an old primary that commits without standbys is not used either, even when the new one is gone [attack-M3]', async () => {
  await setStandbys(first.url, '');
  const { store, sentences } = await openBoth();
  expect(await store.insertBatch(storeBatch([4]))).toMatchObject(isStored);
  expect(await seqsIn(second)).toEqual([1, 2, 3, 4]);
  await second.stop('SIGKILL');
  expect(await store.insertBatch(storeBatch([5]))).toMatchObject(isAway);
  await expect
    .poll(() => sentences.at(-1))
    .toContain('is an old primary (timeline 1, but 2 exists)');
  expect(await store.insertBatch(storeBatch([5]))).toMatchObject(isAway);
  await second.start();
  await expect.poll(() => store.insertBatch(storeBatch([5]))).toMatchObject(isStored);
  expect(await seqsIn(second)).toEqual([1, 2, 3, 4, 5]);
  expect(await seqsIn(first)).not.toContain(5);
});
