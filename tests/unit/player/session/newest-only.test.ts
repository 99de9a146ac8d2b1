import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createNewestOnly } from '../../../../src/player/session/newest-only.ts';
import { settlePromises } from '../../fake-clock.ts';

/** Requests that are answered when the test says so. */
function setUp(limit: number) {
  const newestOnly = createNewestOnly(limit);
  const asked: string[] = [];
  const answers = new Map<string, (answer?: Error) => void>();
  const results = new Map<string, unknown>();
  function run(name: string): void {
    const ask = () => {
      asked.push(name);
      return new Promise<string>((resolve, reject) => {
        answers.set(name, (failure) =>
          failure === undefined ? resolve(`answer to ${name}`) : reject(failure),
        );
      });
    };
    newestOnly.run(ask).then(
      (result) => results.set(name, result),
      (error: unknown) => results.set(name, error),
    );
  }
  async function answer(name: string, failure?: Error): Promise<void> {
    answers.get(name)?.(failure);
    await settlePromises();
  }
  return { newestOnly, asked, results, run, answer };
}

test('a single request is sent at once and answered', async () => {
  const { run, answer, asked, results } = setUp(2);
  run('a');
  expect(asked).toEqual(['a']);
  await answer('a');
  expect(results.get('a')).toBe('answer to a');
});

test('the newest request counts, whatever the order of the answers', async () => {
  const { run, answer, results } = setUp(2);
  run('a');
  run('b');
  await answer('b');
  await answer('a');
  expect([results.get('a'), results.get('b')]).toEqual([null, 'answer to b']);
});

test('beyond the limit only the newest request waits, and the others are never sent', async () => {
  const { run, answer, asked, results } = setUp(2);
  for (const name of ['a', 'b', 'c', 'd', 'e']) run(name);
  await settlePromises();
  expect(asked).toEqual(['a', 'b']);
  expect([results.get('c'), results.get('d'), results.has('e')]).toEqual([null, null, false]);
  await answer('a');
  expect(asked).toEqual(['a', 'b', 'e']);
  await answer('e');
  await answer('b');
  expect([results.get('a'), results.get('b'), results.get('e')]).toEqual([
    null,
    null,
    'answer to e',
  ]);
});

test('a cancelled request is not answered, and one that waited is not sent', async () => {
  const { newestOnly, run, answer, asked, results } = setUp(1);
  run('a');
  run('b');
  newestOnly.forget();
  await answer('a');
  expect(asked).toEqual(['a']);
  expect([results.get('a'), results.get('b')]).toEqual([null, null]);
  run('c');
  await answer('c');
  expect(results.get('c')).toBe('answer to c');
});

test('a failed request reports it and makes room for the next', async () => {
  const { run, answer, asked, results } = setUp(1);
  run('a');
  run('b');
  const failure = new Error('offline');
  await answer('a', failure);
  expect(results.get('a')).toBe(failure);
  expect(asked).toEqual(['a', 'b']);
  await answer('b');
  expect(results.get('b')).toBe('answer to b');
});

test('for any order of requests and answers the limit holds, and the last one is answered', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 3 }),
      fc.array(fc.nat({ max: 5 }), { maxLength: 25 }),
      async (limit, steps) => {
        const { run, answer, asked, results } = setUp(limit);
        const answered = new Set<string>();
        const open = () => asked.filter((name) => !answered.has(name));
        let count = 0;
        const answerOne = async (index: number) => {
          const name = open()[index % open().length];
          if (name === undefined) return;
          answered.add(name);
          await answer(name);
        };
        for (const step of steps) {
          if (step < 3) run(`q${count++}`);
          else await answerOne(step);
          expect(open().length).toBeLessThanOrEqual(limit);
        }
        while (open().length > 0) await answerOne(0);
        const given = [...results].filter(([, result]) => result !== null).map(([name]) => name);
        expect(results.size).toBe(count);
        // An earlier one may have been answered while it was the newest.
        if (count > 0) expect(given).toContain(`q${count - 1}`);
      },
    ),
  );
});
