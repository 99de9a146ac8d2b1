import { expect, test } from 'vitest';
import { createGroupCommit } from '../../../../server/store/group-commit.ts';

const never = () => false;

test('batches that arrive while a group is stored form the next group, in order of arrival', async () => {
  const groups: number[][] = [];
  const { promise: firstStored, resolve: endFirst } = Promise.withResolvers<void>();
  const { promise: firstBegun, resolve: begun } = Promise.withResolvers<void>();
  const store = createGroupCommit(async (group: readonly number[]) => {
    groups.push([...group]);
    begun();
    if (groups.length === 1) await firstStored;
    return group.map((n) => n * 10);
  }, never);
  const first = store(1);
  await firstBegun;
  const rest = [store(2), store(3), store(4)];
  endFirst();
  expect([await first, ...(await Promise.all(rest))]).toEqual([10, 20, 30, 40]);
  expect(groups).toEqual([[1], [2, 3, 4]]);
});

test('no batch is answered before the commit', async () => {
  const { promise: committed, resolve: commit } = Promise.withResolvers<void>();
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  const store = createGroupCommit(async (group: readonly number[]) => {
    begin();
    await committed;
    return group;
  }, never);
  const answered: number[] = [];
  const all = [1, 2].map(async (n) => answered.push(await store(n)));
  await begun;
  expect(answered).toEqual([]);
  commit();
  await Promise.all(all);
  expect(answered).toEqual([1, 2]);
});

test('a batch that the database refuses does not affect its neighbours', async () => {
  const store = createGroupCommit(async (group: readonly number[]) => {
    if (group.includes(2)) throw new Error('refused');
    return group;
  }, never);
  expect(await Promise.allSettled([store(1), store(2), store(3)])).toMatchObject([
    { value: 1 },
    { reason: { message: 'refused' } },
    { value: 3 },
  ]);
  expect(await store(4)).toBe(4);
});

test('when the store is away a whole group fails at once, and the next is tried again', async () => {
  let tries = 0;
  const store = createGroupCommit(
    async (group: readonly number[]) => {
      tries += 1;
      if (tries === 1) throw new Error('away');
      return group;
    },
    () => true,
  );
  expect(await Promise.allSettled([store(1), store(2)])).toMatchObject([
    { reason: { message: 'away' } },
    { reason: { message: 'away' } },
  ]);
  expect(tries).toBe(1);
  expect(await store(3)).toBe(3);
});

test('groups are limited, so that no batch waits for thousands', async () => {
  const sizes: number[] = [];
  const store = createGroupCommit(async (group: readonly number[]) => {
    sizes.push(group.length);
    return group;
  }, never);
  await Promise.all(Array.from({ length: 450 }, (_, n) => store(n)));
  expect(sizes).toEqual([200, 200, 50]);
});

test('a group ends at its limit of bytes, and a larger batch forms its own group', async () => {
  const groups: number[][] = [];
  const store = createGroupCommit(
    async (group: readonly number[]) => {
      groups.push([...group]);
      return group;
    },
    never,
    { bytesOf: (bytes) => bytes },
  );
  await Promise.all([600_000, 600_000, 1, 5_000_000, 1, 1].map(store));
  expect(groups).toEqual([
    [600_000, 600_000],
    [1, 5_000_000],
    [1, 1],
  ]);
});
