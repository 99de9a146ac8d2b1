import { beforeEach, describe, expect, test } from 'vitest';
import { requestTo } from '../../../../../worker/events/queue/stored-rows.ts';
import type { Outcome } from '../../../../../worker/events/sending/delivery.ts';
import { makeEvent, sid } from '../make-events.ts';
import {
  delivered,
  makeRequest,
  otherSid,
  scene,
  sentSeqs,
  startScene,
  stored,
} from './receipts-scene.ts';

const failed: Outcome = {
  type: 'failed',
  reason: 'the intake answered 500',
  retryAfterMs: null,
  isUnreached: false,
  isDoubtful: true,
};

beforeEach(startScene);

describe('a question to the intake', () => {
  test('is not asked for a request that was never attempted', async () => {
    await scene.receipts.deliver(makeRequest(1, 2, { isDoubtful: false }));
    await scene.receipts.deliver(makeRequest(3, 4, { isDoubtful: undefined }));
    expect(scene.questions).toEqual([]);
    expect(sentSeqs()).toEqual([
      [1, 2],
      [3, 4],
    ]);
  });

  test.each([
    [499, 0],
    [500, 1],
  ])('is asked for a doubtful request of %i characters %i times', async (chars, count) => {
    const half = Math.floor(chars / 2);
    const events = [half, chars - half].map((length, i) =>
      makeEvent(i + 1, { json: 'x'.repeat(length) }),
    );
    await scene.receipts.deliver(makeRequest(1, 2, { events }));
    expect(scene.questions).toHaveLength(count);
    expect(sentSeqs()).toEqual([[1, 2]]);
  });

  test('is asked for a request if a beacon carried one of its events, and otherwise not', async () => {
    scene.receipts.addBeaconed([[3, 3]]);
    scene.answers = [stored([[3, 3]])];
    await scene.receipts.deliver(makeRequest(1, 2, { isDoubtful: false }));
    expect(scene.questions).toEqual([]);
    await scene.receipts.deliver(makeRequest(3, 4, { isDoubtful: false }));
    expect(scene.questions).toHaveLength(1);
    expect(sentSeqs()).toEqual([[1, 2], [4]]);
  });

  test('is not asked because of another document’s beacons', async () => {
    scene.receipts.addBeaconed([[1, 9]]);
    await scene.receipts.deliver(makeRequest(1, 2, { sid: otherSid, isDoubtful: false }));
    expect(scene.questions).toEqual([]);
  });

  test('is about the request’s document from its first event on, and times out after 30 s', async () => {
    const request = makeRequest(7, 9, { sid: otherSid, ...requestTo('video_stats') });
    await scene.receipts.deliver({ ...request, events: request.events.reverse() });
    expect(scene.questions).toEqual([
      `GET https://embed.example/youtubei/v1/log_event?alt=json&sid=${otherSid}&from=7`,
    ]);
    expect(scene.signals).toEqual([30_000]);
  });
});

test('with a cut answer counts up to its last event, and the intake is asked again beyond it', async () => {
  scene.answers = [
    stored(
      [
        [1, 2],
        [4, 4],
        [6, 6],
      ],
      true,
    ),
    stored([[7, 8]]),
  ];
  await scene.receipts.deliver(makeRequest(1, 2));
  await scene.receipts.deliver(makeRequest(5, 6));
  expect(scene.questions).toHaveLength(1);
  await scene.receipts.deliver(makeRequest(7, 8));
  expect(scene.questions).toHaveLength(2);
  expect(sentSeqs()).toEqual([[5]]);
});

describe('a request after the question', () => {
  test('sends only the events that the intake does not have', async () => {
    scene.answers = [
      stored([
        [1, 2],
        [4, 4],
      ]),
    ];
    scene.outcomes = [{ type: 'delivered', rejectedSeqs: [5] }];
    expect(await scene.receipts.deliver(makeRequest(1, 5))).toEqual({
      type: 'delivered',
      rejectedSeqs: [5],
    });
    expect(sentSeqs()).toEqual([[3, 5]]);
  });

  test('sends nothing when the intake has all events', async () => {
    scene.answers = [stored([[1, 100]])];
    expect(await scene.receipts.deliver(makeRequest(1, 5))).toEqual(delivered);
    expect(scene.sent).toEqual([]);
  });

  test('uses an earlier answer about its document, and not about another', async () => {
    scene.answers = [stored([[1, 6]]), stored([[1, 1]])];
    await scene.receipts.deliver(makeRequest(1, 3));
    await scene.receipts.deliver(makeRequest(4, 7));
    await scene.receipts.deliver(makeRequest(100, 101));
    await scene.receipts.deliver(makeRequest(1, 2, { sid: otherSid }));
    expect(scene.questions).toHaveLength(2);
    expect(scene.sent).toEqual([
      { sid, seqs: [7] },
      { sid, seqs: [100, 101] },
      { sid: otherSid, seqs: [2] },
    ]);
  });

  test('asks again when it has events before the first one of the answer', async () => {
    scene.answers = [stored([[5, 6]]), stored([[1, 6]])];
    await scene.receipts.deliver(makeRequest(5, 6));
    await scene.receipts.deliver(makeRequest(1, 2));
    expect(scene.questions).toHaveLength(2);
    expect(scene.sent).toEqual([]);
  });

  test('asks again when it has events after the last one of a cut answer', async () => {
    scene.answers = [stored([[1, 4]], true), stored([[5, 8]])];
    await scene.receipts.deliver(makeRequest(1, 4));
    await scene.receipts.deliver(makeRequest(5, 8));
    expect(scene.questions.map((question) => question.split('from=')[1])).toEqual(['1', '5']);
    expect(scene.sent).toEqual([]);
  });

  test('sends events beyond a cut answer', async () => {
    scene.answers = [stored([[1, 2]], true)];
    await scene.receipts.deliver(makeRequest(1, 4));
    expect(sentSeqs()).toEqual([[3, 4]]);
  });

  test('does not use an answer from before a failed attempt, which may have stored more', async () => {
    scene.answers = [stored([[1, 1]]), stored([[1, 2]])];
    scene.outcomes = [failed];
    expect(await scene.receipts.deliver(makeRequest(1, 2))).toEqual(failed);
    expect(await scene.receipts.deliver(makeRequest(1, 2))).toEqual(delivered);
    expect(scene.questions).toHaveLength(2);
    expect(sentSeqs()).toEqual([[2]]);
  });

  test('does not use one from before a failed attempt that needed no question either', async () => {
    scene.answers = [stored([]), stored([[3, 4]])];
    scene.outcomes = [delivered, failed];
    await scene.receipts.deliver(makeRequest(1, 2));
    await scene.receipts.deliver(makeRequest(3, 4, { isDoubtful: false }));
    await scene.receipts.deliver(makeRequest(3, 4));
    expect(scene.questions).toHaveLength(2);
    expect(sentSeqs()).toEqual([
      [1, 2],
      [3, 4],
    ]);
  });

  test('does not use an answer from before a beacon', async () => {
    scene.answers = [stored([]), stored([[3, 4]])];
    await scene.receipts.deliver(makeRequest(1, 2));
    scene.receipts.addBeaconed([[3, 4]]);
    await scene.receipts.deliver(makeRequest(3, 4));
    expect(scene.questions).toHaveLength(2);
    expect(sentSeqs()).toEqual([[1, 2]]);
  });
});
