import fc from 'fast-check';
import { expect, test } from 'vitest';
import { queueLimits } from '../../../../../shared/limits/queue-limits.ts';
import type { RequestRow } from '../../../../../worker/events/queue/stored-rows.ts';
import {
  type Deliver,
  failed,
  type Outcome,
} from '../../../../../worker/events/sending/delivery.ts';
import { createSplitting } from '../../../../../worker/events/sending/split-too-large.ts';
import { makeEvent } from '../make-events.ts';
import { makeRequestOf } from '../queue/make-request.ts';

const tooLarge: Outcome = { type: 'rejected', reason: '413', isTooLarge: true };

const makeRequest = (sizes: readonly number[], changes: Partial<RequestRow> = {}) =>
  makeRequestOf(
    sizes.map((size, index) => makeEvent(index + 1, { json: 'x'.repeat(size) })),
    changes,
  );

/** A proxy with a size limit, in front of an intake with the given answers. */
function setUp(
  maxChars: number,
  answer: (seqs: number[]) => Outcome = () => ({ type: 'delivered', rejectedSeqs: [] }),
) {
  const attempts: number[][] = [];
  const deliver: Deliver = async ({ events }) => {
    const seqs = events.map(({ seq }) => seq);
    attempts.push(seqs);
    return events.reduce((sum, { json }) => sum + json.length, 0) > maxChars
      ? tooLarge
      : answer(seqs);
  };
  return { attempts, deliver: createSplitting(deliver) };
}

test('a batch that a proxy refuses as too large is sent in halves, in order, and the next one at once', async () => {
  const { attempts, deliver } = setUp(20);
  expect(await deliver(makeRequest([10, 10, 10, 10]))).toEqual({
    type: 'delivered',
    rejectedSeqs: [],
  });
  expect(attempts).toEqual([
    [1, 2, 3, 4],
    [1, 2],
    [3, 4],
  ]);
  await deliver(makeRequest([10, 10, 10, 10]));
  expect(attempts.slice(3)).toEqual([
    [1, 2],
    [3, 4],
  ]);
  await deliver(makeRequest([10, 10]));
  expect(attempts.slice(5)).toEqual([[1, 2]]);
});

test('an event that is too large alone is lost and named, and its neighbours arrive', async () => {
  const { deliver } = setUp(20);
  expect(await deliver(makeRequest([10, 30, 10]))).toEqual({
    type: 'delivered',
    rejectedSeqs: [2],
  });
  expect(await deliver(makeRequest([30]))).toEqual(tooLarge);
});

test('events of any size arrive exactly once, or are named when they exceed the limit', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 2, maxLength: 30 }),
      async (sizes) => {
        const arrived: number[] = [];
        const { deliver } = setUp(25, (seqs) => {
          arrived.push(...seqs);
          return { type: 'delivered', rejectedSeqs: [] };
        });
        const outcome = await deliver(makeRequest(sizes));
        const lost = sizes.flatMap((size, index) => (size > 25 ? [index + 1] : []));
        expect(outcome).toEqual({ type: 'delivered', rejectedSeqs: lost });
        expect(arrived).toEqual(
          sizes.map((_, index) => index + 1).filter((seq) => !lost.includes(seq)),
        );
      },
    ),
  );
});

test('when the network fails between two halves the whole batch is retried, after a question to the intake', async () => {
  const down = failed('down', { isDoubtful: false });
  const { deliver } = setUp(20, (seqs) =>
    seqs.includes(3) ? down : { type: 'delivered', rejectedSeqs: [] },
  );
  expect(await deliver(makeRequest([10, 10, 10, 10]))).toEqual({ ...down, isDoubtful: true });
});

test('a refused half is retried once and then lost, without the other half', async () => {
  const refused: Outcome = { type: 'rejected', reason: '403', isTooLarge: false };
  const { deliver } = setUp(20, (seqs) =>
    seqs.includes(3) ? refused : { type: 'delivered', rejectedSeqs: [] },
  );
  expect(await deliver(makeRequest([10, 10, 10, 10]))).toEqual(refused);
  const last = makeRequest([10, 10, 10, 10], { rejectionCount: queueLimits.retryCap });
  expect(await deliver(last)).toEqual({ type: 'delivered', rejectedSeqs: [3, 4] });
});

test('a batch that is refused for another reason is not split', async () => {
  const refused: Outcome = { type: 'rejected', reason: '400', isTooLarge: false };
  const { attempts, deliver } = setUp(100, () => refused);
  expect(await deliver(makeRequest([10, 10]))).toEqual(refused);
  expect(attempts).toHaveLength(1);
});
