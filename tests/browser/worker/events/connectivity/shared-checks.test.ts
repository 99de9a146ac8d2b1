import { afterEach, beforeEach, expect, test } from 'vitest';
import { connectivityLimits } from '../../../../../shared/limits/connectivity-limits.ts';
import { type HeadServer, nobody } from '../../../../../worker/events/connectivity/head-server.ts';
import { shareChecks } from '../../../../../worker/events/connectivity/share-checks.ts';
import { createFakeClock, type FakeClock } from '../../../../unit/fake-clock.ts';

const name = 'offstage:connectivity';
const { sharedMs, timeoutMs, lingerMs } = connectivityLimits;

let clock: FakeClock;
/** Documents that have asked the server, in order. */
let asked: number[];
/** The server's answer. */
let answer: () => Promise<number>;
let received: boolean[][];
let ends: AbortController[];

beforeEach(() => {
  clock = createFakeClock();
  asked = [];
  received = [];
  ends = [];
  answer = async () => Promise.reject(new TypeError('Failed to fetch'));
});

afterEach(async () => {
  for (const end of ends) end.abort();
  await expect.poll(queuers).toEqual({ held: 0, pending: 0 });
});

/**
 * Documents on the browser's own locks and channels, with a clock and a server that the test
 * controls.
 */
function open(count: number, locks: LockManager | null = navigator.locks): HeadServer[] {
  return Array.from({ length: count }, () => {
    const index = ends.length;
    const end = new AbortController();
    ends.push(end);
    received.push([]);
    return shareChecks({
      head() {
        asked.push(index);
        return answer();
      },
      locks,
      clock,
      onResult: (isOnline) => received[index]?.push(isOnline),
      signal: end.signal,
    });
  });
}

async function queuers() {
  const { held = [], pending = [] } = await navigator.locks.query();
  const count = (locks: LockInfo[]) => locks.filter((lock) => lock.name === name).length;
  return { held: count(held), pending: count(pending) };
}

const askAll = (heads: readonly HeadServer[], maxAgeMs = sharedMs) =>
  Promise.all(heads.map((head) => head(maxAgeMs)));
const allOf = (count: number, status: number) => Array(count).fill(status);

test('ten documents that need a check at the same time make one', async () => {
  const heads = open(10);
  expect(await askAll(heads)).toEqual(allOf(10, nobody));
  expect(asked).toEqual([0]);
  await expect.poll(queuers).toEqual({ held: 1, pending: 9 });
});

test('a failed check counts for the others for 4 s; the document that made it checks again on request', async () => {
  const heads = open(10);
  for (const head of heads) expect(await head(sharedMs)).toBe(nobody);
  clock.advance(sharedMs - 2);
  expect(await askAll(heads.slice(1))).toEqual(allOf(9, nobody));
  expect(asked).toEqual([0]);
  clock.advance(2);
  expect(await askAll(heads.slice(1))).toEqual(allOf(9, nobody));
  expect(asked).toEqual([0, 0]);
  expect(await heads[0]?.(sharedMs)).toBe(nobody);
  expect(asked).toEqual([0, 0, 0]);
});

test('a later document receives the others’ result', async () => {
  await askAll(open(2));
  const [late] = open(1);
  expect(await late?.(sharedMs)).toBe(nobody);
  expect(asked).toEqual([0]);
  // Unless the browser has just reported a network change.
  expect(await late?.(0)).toBe(nobody);
  expect(asked).toEqual([0, 0]);
});

test('all documents learn that the connection is back, and then none holds a lock', async () => {
  const heads = open(10);
  for (const head of heads) await head(sharedMs);
  answer = async () => 204;
  expect(await heads[5]?.(0)).toBe(204);
  expect(asked).toEqual([0, 0]);
  for (const index of [1, 4, 9]) await expect.poll(() => received[index]?.at(-1)).toBe(true);
  await expect.poll(queuers).toEqual({ held: 1, pending: 0 });
  clock.advance(lingerMs);
  await expect.poll(queuers).toEqual({ held: 0, pending: 0 });
  expect(clock.timerCount).toBe(0);
  expect(asked).toEqual([0, 0]);
});

test('when the checking document ends during its check, one of the others makes exactly one more check', async () => {
  const never = Promise.withResolvers<number>();
  answer = () => never.promise;
  const heads = open(4);
  const answers = askAll(heads.slice(1));
  const first = heads[0]?.(sharedMs);
  await expect.poll(() => asked).toHaveLength(1);
  answer = async () => nobody;
  ends[asked[0] ?? 0]?.abort();
  never.resolve(nobody);
  expect(await answers).toEqual(allOf(3, nobody));
  expect(await first).toBe(nobody);
  expect(asked).toEqual([1, 2]);
});

test('a frozen checking document delays the others no longer than a check may take', async () => {
  // As a page in the back/forward cache: it has the lock, and receives nothing.
  const thaw = Promise.withResolvers<void>();
  await new Promise<void>((held) => {
    void navigator.locks.request(name, () => {
      held();
      return thaw.promise;
    });
  });
  const [head] = open(1);
  const found = head?.(sharedMs);
  await expect.poll(queuers).toEqual({ held: 1, pending: 1 });
  clock.advance(timeoutMs + lingerMs);
  expect(await found).toBe(nobody);
  // Afterwards it waits no longer.
  expect(await head?.(0)).toBe(nobody);
  expect(asked).toEqual([0, 0]);
  thaw.resolve();
});

test.each<[string, LockManager | null]>([
  ['missing', null],
  [
    'refused',
    {
      request: () => Promise.reject(new DOMException('no', 'SecurityError')),
    } as unknown as LockManager,
  ],
  [
    'denied',
    {
      request() {
        throw new DOMException('no', 'SecurityError');
      },
    } as unknown as LockManager,
  ],
])('if locks are %s, each document checks for itself', async (_, locks) => {
  answer = async () => 204;
  expect(await askAll(open(2, locks))).toEqual([204, 204]);
  expect(asked.toSorted()).toEqual([0, 1]);
});

test('other scripts’ messages on the channel are ignored unless they are results', async () => {
  const [head] = open(1);
  await head?.(sharedMs);
  const channel = new BroadcastChannel(name);
  for (const junk of [
    null,
    'x',
    {},
    { status: 'up' },
    { status: -1, ageMs: 0 },
    { status: Number.NaN },
  ])
    channel.postMessage(junk);
  channel.postMessage({ status: 503, ageMs: 0 });
  await expect.poll(() => received[0]).toEqual([true]);
  channel.close();
});
