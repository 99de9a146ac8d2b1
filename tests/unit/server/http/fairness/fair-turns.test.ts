import { setImmediate as nextTurn } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createFairLine } from '../../../../../server/http/fairness/fair-line.ts';
import { createFairSlots } from '../../../../../server/http/fairness/fair-slots.ts';
import { createFairTurns } from '../../../../../server/http/fairness/fair-turns.ts';

const roomy = { clientMaxCount: 1_000, maxCount: 1_000 };
const stays = new AbortController().signal;

test('clients take turns, and each client’s items keep their order', () => {
  const line = createFairLine<string>(roomy);
  for (const item of ['a1', 'a2', 'a3', 'b1', 'c1', 'c2']) line.push(item.charAt(0), item);
  expect(Array.from({ length: 7 }, () => line.shift())).toEqual([
    'a1',
    'b1',
    'c1',
    'a2',
    'c2',
    'a3',
    null,
  ]);
});

test('a queue accepts items up to its limits for a client and for all, and again when items leave', () => {
  const line = createFairLine<number>({ clientMaxCount: 2, maxCount: 3 });
  expect([line.push('a', 1), line.push('a', 2), line.push('a', 3)]).toEqual([true, true, false]);
  expect([line.push('b', 4), line.push('c', 5)]).toEqual([true, false]);
  line.remove('a', 1);
  expect([line.push('c', 5), line.size]).toEqual([true, 3]);
});

test('however items arrive, run and give up, each leaves the queue once and none stays', () => {
  const steps = fc.array(
    fc.tuple(fc.constantFrom('push', 'shift', 'remove'), fc.constantFrom('a', 'b', 'c'), fc.nat(9)),
  );
  fc.assert(
    fc.property(steps, (given) => {
      const line = createFairLine<string>({ clientMaxCount: 5, maxCount: 8 });
      const waiting = new Set<string>();
      for (const [index, [step, client, which]] of given.entries()) {
        const item = step === 'push' ? `${client}${index}` : ([...waiting][which] ?? 'none');
        if (step === 'push' && line.push(client, item)) waiting.add(item);
        if (step === 'remove') {
          line.remove(item.charAt(0), item);
          waiting.delete(item);
        }
        if (step === 'shift') {
          const shifted = line.shift();
          expect(shifted === null ? waiting.size === 0 : waiting.delete(shifted)).toBe(true);
        }
        expect(line.size).toBe(waiting.size);
      }
    }),
  );
});

test('a released slot goes to the client whose turn it is', async () => {
  const slots = createFairSlots({ count: 1, clientMaxCount: 2, maxCount: 3 });
  const order: string[] = [];
  const enter = async (client: string) =>
    order.push(`${client} ${await slots.enter(client, stays)}`);
  const all = [enter('a'), enter('a'), enter('a'), enter('a'), enter('b')];
  for (let count = 0; count < 4; count += 1) {
    await nextTurn();
    slots.leave();
  }
  await Promise.all(all);
  expect(order).toEqual(['a admitted', 'a full', 'a admitted', 'b admitted', 'a admitted']);
  expect(await slots.enter('c', stays)).toBe('admitted');
});

test('a client that left no longer waits and uses no slot', async () => {
  const slots = createFairSlots({ count: 1, ...roomy });
  const going = new AbortController();
  await slots.enter('a', stays);
  const waiting = slots.enter('b', going.signal);
  going.abort();
  expect([await waiting, await slots.enter('c', going.signal)]).toEqual(['gone', 'gone']);
  slots.leave();
  expect(await slots.enter('a', stays)).toBe('admitted');
});

test('a client that left waits for no turn, and uses no queue room and no time', async () => {
  const turns = createFairTurns({ turnBytes: 100, clientMaxCount: 2, maxCount: 2 });
  const going = new AbortController();
  const next = (signal: AbortSignal) => turns.next('a', 100, signal);
  const waiting = [next(going.signal), next(going.signal), next(stays)];
  going.abort();
  expect(await Promise.all([...waiting, next(going.signal)])).toEqual([
    'gone',
    'gone',
    'full',
    'gone',
  ]);
  const order: string[] = [];
  const both = [1, 2].map(() => next(stays).then((outcome) => order.push(outcome)));
  await nextTurn();
  expect(order).toEqual(['admitted']);
  await Promise.all(both);
  expect(order).toEqual(['admitted', 'admitted']);
});

test('each large piece of work has its own turn of the event loop, and small ones share one', async () => {
  const turns = createFairTurns({ turnBytes: 100, ...roomy });
  let loopCount = 0;
  let isOver = false;
  const count = () => {
    loopCount += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  const doneAt = async (client: string, bytes: number) => {
    expect(await turns.next(client, bytes, stays)).toBe('admitted');
    return loopCount;
  };
  const large = await Promise.all([1, 2, 3, 4].map(() => doneAt('a', 1_000)));
  const small = await Promise.all(Array.from({ length: 10 }, () => doneAt('a', 5)));
  isOver = true;
  expect(new Set(large).size).toBe(4);
  expect(new Set(small).size).toBe(1);
});

test('a client with much work does not delay another client’s first piece', async () => {
  const turns = createFairTurns({ turnBytes: 1, ...roomy });
  const order: string[] = [];
  await Promise.all(
    [...Array.from({ length: 20 }, () => 'a'), 'b'].map(async (client) => {
      await turns.next(client, 1, stays);
      order.push(client);
    }),
  );
  expect(order.indexOf('b')).toBe(1);
});
