import { beforeEach, describe, expect, test } from 'vitest';
import type { Outcome } from '../../../../../worker/events/sending/delivery.ts';
import {
  delivered,
  makeRequest,
  otherSid,
  scene,
  sentSeqs,
  startScene,
  stored,
} from './receipts-scene.ts';

beforeEach(startScene);

describe('an intake without receipts', () => {
  test.each([400, 403, 404, 405])(
    'a %i to the question ends all questions, and everything is sent',
    async (status) => {
      scene.answers = [new Response('', { status })];
      expect(await scene.receipts.deliver(makeRequest(1, 2))).toEqual(delivered);
      expect(await scene.receipts.deliver(makeRequest(3, 4, { sid: otherSid }))).toEqual(delivered);
      expect(scene.questions).toHaveLength(1);
      expect(scene.sent).toHaveLength(2);
    },
  );

  test.each([500, 503, 429, 408, 302])(
    'a %i to the question sends nothing, and its Retry-After applies',
    async (status) => {
      scene.answers = [new Response('', { status, headers: { 'Retry-After': '7' } })];
      expect(await scene.receipts.deliver(makeRequest(1, 2))).toEqual({
        type: 'failed',
        reason: `the intake answered ${status}`,
        retryAfterMs: 7_000,
        isUnreached: false,
        isDoubtful: true,
      });
      expect(scene.sent).toEqual([]);
    },
  );

  test.each([
    '<html>log in</html>',
    '{}',
    '{"stored":[[1]],"isCut":false}',
    '{"stored":[[2,"3"]],"isCut":false}',
  ])('a 200 with the body %j is not from the intake: nothing is sent', async (text) => {
    scene.answers = [new Response(text)];
    expect(await scene.receipts.deliver(makeRequest(1, 2))).toMatchObject({
      type: 'failed',
      isUnreached: false,
    });
    expect(scene.sent).toEqual([]);
  });

  test('a network failure of the question sends nothing, and is reported as unreached', async () => {
    scene.answers = [new TypeError('Failed to fetch')];
    expect(await scene.receipts.deliver(makeRequest(1, 2))).toMatchObject({
      type: 'failed',
      reason: 'the intake was not reached: TypeError: Failed to fetch',
      isUnreached: true,
    });
    expect(scene.sent).toEqual([]);
  });

  test('where only the question fails every tenth request is still sent', async () => {
    for (let turn = 1; turn <= 30; turn++) {
      scene.answers = [
        turn % 2 === 0 ? new TypeError('blocked') : new Response('', { status: 500 }),
      ];
      await scene.receipts.deliver(makeRequest(1, 2));
      expect(scene.sent).toHaveLength(Math.floor(turn / 10));
    }
    expect(scene.questions).toHaveLength(30);
  });
});

describe('a request that the intake refuses', () => {
  const rejected: Outcome = { type: 'rejected', reason: 'the intake answered 413' };

  test('is rejected unchanged when the intake has none of its events', async () => {
    scene.outcomes = [rejected];
    expect(await scene.receipts.deliver(makeRequest(1, 2))).toEqual(rejected);
  });

  test('has one more attempt, like any other, when the intake has some of its events', async () => {
    scene.answers = [stored([[1, 2]])];
    scene.outcomes = [rejected];
    expect(await scene.receipts.deliver(makeRequest(1, 4))).toEqual(rejected);
    expect(await scene.receipts.deliver(makeRequest(1, 4, { rejectionCount: 1 }))).toEqual(
      delivered,
    );
    expect(sentSeqs()).toEqual([
      [3, 4],
      [3, 4],
    ]);
  });

  test('is lost except for its stored events once it has no attempts left', async () => {
    scene.answers = [stored([[1, 2]])];
    scene.outcomes = [rejected];
    expect(await scene.receipts.deliver(makeRequest(1, 4, { rejectionCount: 1 }))).toEqual({
      type: 'delivered',
      rejectedSeqs: [3, 4],
    });
  });
});
