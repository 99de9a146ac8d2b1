import { beforeEach, describe, expect, test } from 'vitest';
import type { SeqRange } from '../../../../../shared/rpc/news.ts';
import type { StoredReply } from '../../../../../shared/telemetry/log-batch.ts';
import { type RequestRow, requestTo } from '../../../../../worker/events/queue/stored-rows.ts';
import type { Outcome } from '../../../../../worker/events/sending/delivery.ts';
import { createReceipts, type Receipts } from '../../../../../worker/events/sending/receipts.ts';
import { makeEvent, sid } from '../make-events.ts';
import { makeRequestOf } from '../queue/make-request.ts';

const otherSid = 'bbbbbbbbbbbbbbbbbbbb';
const delivered: Outcome = { type: 'delivered', rejectedSeqs: [] };
const failed: Outcome = {
  type: 'failed',
  reason: 'the intake answered 500',
  retryAfterMs: null,
  isUnreached: false,
  isDoubtful: true,
};

let receipts: Receipts;
/** The sequence numbers that each attempt sent. */
let sent: { sid: string; seqs: number[] }[];
/** Results from the front; `delivered` when empty. */
let outcomes: Outcome[];
let questions: string[];
/** Answers from the front; when empty, an answer without any event. */
let answers: (Response | Error)[];
let signals: unknown[];

beforeEach(() => {
  sent = [];
  outcomes = [];
  questions = [];
  answers = [];
  signals = [];
  receipts = createReceipts({
    sid,
    async deliver({ sid, events }) {
      sent.push({ sid, seqs: events.map((event) => event.seq) });
      return outcomes.shift() ?? delivered;
    },
    async fetch(input, init) {
      questions.push(`${init?.method ?? 'GET'} ${String(input)}`);
      signals.push(init?.signal);
      const answer = answers.shift() ?? stored([]);
      if (answer instanceof Error) throw answer;
      return answer;
    },
    now: () => 1_000,
    timeoutSignal: (ms) => ms as unknown as AbortSignal,
    origin: 'https://embed.example',
  });
});

function stored(ranges: SeqRange[], isCut = false): Response {
  const reply: StoredReply = { stored: ranges, isCut };
  return new Response(`)]}'\n${JSON.stringify(reply)}`);
}

/** A doubtful request that is long enough for a question. */
function makeRequest(from: number, to: number, row: Partial<RequestRow> = {}): RequestRow {
  const events = Array.from({ length: to - from + 1 }, (_, i) =>
    makeEvent(from + i, { json: 'x'.repeat(500) }),
  );
  return makeRequestOf(events, { sendCount: 2, isDoubtful: true, ...row });
}

const sentSeqs = () => sent.map(({ seqs }) => seqs);

describe('a question to the intake', () => {
  test('is not asked for a request that was never attempted', async () => {
    await receipts.deliver(makeRequest(1, 2, { isDoubtful: false }));
    await receipts.deliver(makeRequest(3, 4, { isDoubtful: undefined }));
    expect(questions).toEqual([]);
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
    await receipts.deliver(makeRequest(1, 2, { events }));
    expect(questions).toHaveLength(count);
    expect(sentSeqs()).toEqual([[1, 2]]);
  });

  test('is asked for a request if a beacon carried one of its events, and otherwise not', async () => {
    receipts.addBeaconed([[3, 3]]);
    answers = [stored([[3, 3]])];
    await receipts.deliver(makeRequest(1, 2, { isDoubtful: false }));
    expect(questions).toEqual([]);
    await receipts.deliver(makeRequest(3, 4, { isDoubtful: false }));
    expect(questions).toHaveLength(1);
    expect(sentSeqs()).toEqual([[1, 2], [4]]);
  });

  test('is not asked because of another document’s beacons', async () => {
    receipts.addBeaconed([[1, 9]]);
    await receipts.deliver(makeRequest(1, 2, { sid: otherSid, isDoubtful: false }));
    expect(questions).toEqual([]);
  });

  test('is about the request’s document from its first event on, and times out after 30 s', async () => {
    const request = makeRequest(7, 9, { sid: otherSid, ...requestTo('video_stats') });
    await receipts.deliver({ ...request, events: request.events.reverse() });
    expect(questions).toEqual([
      `GET https://embed.example/youtubei/v1/log_event?alt=json&sid=${otherSid}&from=7`,
    ]);
    expect(signals).toEqual([30_000]);
  });
});

test('with a cut answer counts up to its last event, and the intake is asked again beyond it', async () => {
  answers = [
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
  await receipts.deliver(makeRequest(1, 2));
  await receipts.deliver(makeRequest(5, 6));
  expect(questions).toHaveLength(1);
  await receipts.deliver(makeRequest(7, 8));
  expect(questions).toHaveLength(2);
  expect(sentSeqs()).toEqual([[5]]);
});

describe('a request after the question', () => {
  test('sends only the events that the intake does not have', async () => {
    answers = [
      stored([
        [1, 2],
        [4, 4],
      ]),
    ];
    outcomes = [{ type: 'delivered', rejectedSeqs: [5] }];
    expect(await receipts.deliver(makeRequest(1, 5))).toEqual({
      type: 'delivered',
      rejectedSeqs: [5],
    });
    expect(sentSeqs()).toEqual([[3, 5]]);
  });

  test('sends nothing when the intake has all events', async () => {
    answers = [stored([[1, 100]])];
    expect(await receipts.deliver(makeRequest(1, 5))).toEqual(delivered);
    expect(sent).toEqual([]);
  });

  test('uses an earlier answer about its document, and not about another', async () => {
    answers = [stored([[1, 6]]), stored([[1, 1]])];
    await receipts.deliver(makeRequest(1, 3));
    await receipts.deliver(makeRequest(4, 7));
    await receipts.deliver(makeRequest(100, 101));
    await receipts.deliver(makeRequest(1, 2, { sid: otherSid }));
    expect(questions).toHaveLength(2);
    expect(sent).toEqual([
      { sid, seqs: [7] },
      { sid, seqs: [100, 101] },
      { sid: otherSid, seqs: [2] },
    ]);
  });

  test('asks again when it has events before the first one of the answer', async () => {
    answers = [stored([[5, 6]]), stored([[1, 6]])];
    await receipts.deliver(makeRequest(5, 6));
    await receipts.deliver(makeRequest(1, 2));
    expect(questions).toHaveLength(2);
    expect(sent).toEqual([]);
  });

  test('asks again when it has events after the last one of a cut answer', async () => {
    answers = [stored([[1, 4]], true), stored([[5, 8]])];
    await receipts.deliver(makeRequest(1, 4));
    await receipts.deliver(makeRequest(5, 8));
    expect(questions.map((question) => question.split('from=')[1])).toEqual(['1', '5']);
    expect(sent).toEqual([]);
  });

  test('sends events beyond a cut answer', async () => {
    answers = [stored([[1, 2]], true)];
    await receipts.deliver(makeRequest(1, 4));
    expect(sentSeqs()).toEqual([[3, 4]]);
  });

  test('does not use an answer from before a failed attempt, which may have stored more', async () => {
    answers = [stored([[1, 1]]), stored([[1, 2]])];
    outcomes = [failed];
    expect(await receipts.deliver(makeRequest(1, 2))).toEqual(failed);
    expect(await receipts.deliver(makeRequest(1, 2))).toEqual(delivered);
    expect(questions).toHaveLength(2);
    expect(sentSeqs()).toEqual([[2]]);
  });

  test('does not use one from before a failed attempt that needed no question either', async () => {
    answers = [stored([]), stored([[3, 4]])];
    outcomes = [delivered, failed];
    await receipts.deliver(makeRequest(1, 2));
    await receipts.deliver(makeRequest(3, 4, { isDoubtful: false }));
    await receipts.deliver(makeRequest(3, 4));
    expect(questions).toHaveLength(2);
    expect(sentSeqs()).toEqual([
      [1, 2],
      [3, 4],
    ]);
  });

  test('does not use an answer from before a beacon', async () => {
    answers = [stored([]), stored([[3, 4]])];
    await receipts.deliver(makeRequest(1, 2));
    receipts.addBeaconed([[3, 4]]);
    await receipts.deliver(makeRequest(3, 4));
    expect(questions).toHaveLength(2);
    expect(sentSeqs()).toEqual([[1, 2]]);
  });
});

describe('an intake without receipts', () => {
  test.each([400, 403, 404, 405])(
    'a %i to the question ends all questions, and everything is sent',
    async (status) => {
      answers = [new Response('', { status })];
      expect(await receipts.deliver(makeRequest(1, 2))).toEqual(delivered);
      expect(await receipts.deliver(makeRequest(3, 4, { sid: otherSid }))).toEqual(delivered);
      expect(questions).toHaveLength(1);
      expect(sent).toHaveLength(2);
    },
  );

  test.each([500, 503, 429, 408, 302])(
    'a %i to the question sends nothing, and its Retry-After applies',
    async (status) => {
      answers = [new Response('', { status, headers: { 'Retry-After': '7' } })];
      expect(await receipts.deliver(makeRequest(1, 2))).toEqual({
        type: 'failed',
        reason: `the intake answered ${status}`,
        retryAfterMs: 7_000,
        isUnreached: false,
        isDoubtful: true,
      });
      expect(sent).toEqual([]);
    },
  );

  test.each([
    '<html>log in</html>',
    '{}',
    '{"stored":[[1]],"isCut":false}',
    '{"stored":[[2,"3"]],"isCut":false}',
  ])('a 200 with the body %j is not from the intake: nothing is sent', async (text) => {
    answers = [new Response(text)];
    expect(await receipts.deliver(makeRequest(1, 2))).toMatchObject({
      type: 'failed',
      isUnreached: false,
    });
    expect(sent).toEqual([]);
  });

  test('a network failure of the question sends nothing, and is reported as unreached', async () => {
    answers = [new TypeError('Failed to fetch')];
    expect(await receipts.deliver(makeRequest(1, 2))).toMatchObject({
      type: 'failed',
      reason: 'the intake was not reached: TypeError: Failed to fetch',
      isUnreached: true,
    });
    expect(sent).toEqual([]);
  });

  test('where only the question fails every tenth request is still sent', async () => {
    for (let turn = 1; turn <= 30; turn++) {
      answers = [turn % 2 === 0 ? new TypeError('blocked') : new Response('', { status: 500 })];
      await receipts.deliver(makeRequest(1, 2));
      expect(sent).toHaveLength(Math.floor(turn / 10));
    }
    expect(questions).toHaveLength(30);
  });
});

describe('a request that the intake refuses', () => {
  const rejected: Outcome = { type: 'rejected', reason: 'the intake answered 413' };

  test('is rejected unchanged when the intake has none of its events', async () => {
    outcomes = [rejected];
    expect(await receipts.deliver(makeRequest(1, 2))).toEqual(rejected);
  });

  test('has one more attempt, like any other, when the intake has some of its events', async () => {
    answers = [stored([[1, 2]])];
    outcomes = [rejected];
    expect(await receipts.deliver(makeRequest(1, 4))).toEqual(rejected);
    expect(await receipts.deliver(makeRequest(1, 4, { rejectionCount: 1 }))).toEqual(delivered);
    expect(sentSeqs()).toEqual([
      [3, 4],
      [3, 4],
    ]);
  });

  test('is lost except for its stored events once it has no attempts left', async () => {
    answers = [stored([[1, 2]])];
    outcomes = [rejected];
    expect(await receipts.deliver(makeRequest(1, 4, { rejectionCount: 1 }))).toEqual({
      type: 'delivered',
      rejectedSeqs: [3, 4],
    });
  });
});
