import { beforeEach, describe, expect, test } from 'vitest';
import { probeLimits } from '../../../../shared/limits/probe-limits.ts';
import type { News } from '../../../../shared/rpc/news.ts';
import type { BotScriptEvent } from '../../../../shared/wire/bot-detection.ts';
import { type BotDetection, createBotDetection } from '../../../../worker/probes/bot-detection.ts';
import {
  type BotEvent,
  type BotState,
  botState,
  nextBotState,
} from '../../../../worker/probes/bot-state.ts';
import { createFakeClock, type FakeClock } from '../../fake-clock.ts';

const script = 'https://bots.example/detect.js';
const load: News = { type: 'bot_detection', script };
const takeAway: News = { type: 'bot_detection', script: null };
const answer = '{"bot":true}';

const events: BotEvent[] = [
  'load',
  'script_failed',
  'js_failed',
  'started',
  'answered',
  'failed',
  'timed_out',
  'dispose',
];

describe('the bot detection has the state numbers of the specification', () => {
  test.each<[BotState, Partial<Record<BotEvent, BotState>>]>([
    [1, { load: 2, dispose: 8 }],
    [2, { script_failed: 3, js_failed: 4, started: 5, timed_out: 3, dispose: 8 }],
    [3, { dispose: 8 }],
    [4, { dispose: 8 }],
    [5, { answered: 6, failed: 7, timed_out: 7, dispose: 8 }],
    [6, { dispose: 8 }],
    [7, { dispose: 8 }],
    [8, {}],
  ])(
    'state %i is left only by %j [spec-4.9, spec-4.28, spec-4.29, spec-4.30, spec-4.31, spec-4.32, spec-4.33, spec-4.34]',
    (state, ways) => {
      for (const event of events) expect(nextBotState(state, event)).toBe(ways[event] ?? state);
    },
  );
});

let clock: FakeClock;
let news: News[];
let reported: { kind: string; fields: Record<string, unknown> }[];
let bots: BotDetection;
beforeEach(() => {
  clock = createFakeClock();
  news = [];
  reported = [];
  bots = createBotDetection({
    script,
    clock,
    postNews: (item) => news.push(item),
    logToProvider: (kind, fields) => reported.push({ kind, fields }),
  });
});

const take = (type: BotScriptEvent['type'], detail = '') => bots.receive({ type, detail });
function getReady(): void {
  bots.start();
  take('started');
  take('answered', answer);
}

test('the script is loaded once, and not before the start [spec-4.9]', () => {
  take('started');
  take('answered', answer);
  expect(news).toEqual([]);
  bots.start();
  bots.start();
  expect(news).toEqual([load]);
});

test('calls carry the answer, the script is removed, and the provider gets one report [spec-4.32]', () => {
  bots.start();
  clock.advance(100);
  take('started');
  clock.advance(50);
  expect(bots.attachTo('a')).toBeNull();
  take('answered', answer);
  take('answered', '{"bot":false}');
  expect(bots.attachTo('a')?.answer).toBe(answer);
  expect(news).toEqual([load, takeAway]);
  expect(reported).toEqual([
    { kind: 'bot_detection', fields: { state: 6, event: 'answered', tookMs: 150, detail: answer } },
  ]);
  expect(clock.timerCount).toBe(0);
});

test.each([
  ['a script that is blocked', ['script_failed'], 3],
  ['a script without the expected interface', ['js_failed'], 4],
  ['a script that fails', ['started', 'failed'], 7],
] as const)('%s is removed from the page and reported to the provider', (_, happens, state) => {
  bots.start();
  for (const type of happens) take(type, 'why');
  expect(news).toEqual([load, takeAway]);
  expect(reported).toMatchObject([{ fields: { state, event: happens.at(-1) } }]);
  expect(bots.attachTo('a')).toBeNull();
  expect(clock.timerCount).toBe(0);
});

test('a script that does not load within 10 s has failed, and is ignored if it loads later [spec-4.29]', () => {
  bots.start();
  clock.advance(probeLimits.botLoadTimeoutMs - 1);
  expect(news).toEqual([load]);
  clock.advance(1);
  expect(news).toEqual([load, takeAway]);
  take('started');
  take('answered', answer);
  expect(reported).toMatchObject([
    { fields: { state: botState.scriptFailed, event: 'timed_out' } },
  ]);
  expect(bots.attachTo('a')).toBeNull();
});

test('a script without an answer within 10 s has failed [spec-4.33]', () => {
  bots.start();
  clock.advance(probeLimits.botLoadTimeoutMs - 1);
  take('started');
  clock.advance(probeLimits.botRunTimeoutMs);
  expect(reported).toMatchObject([
    { fields: { state: botState.error, event: 'timed_out', tookMs: 10_000 + 9_999 } },
  ]);
  take('answered', answer);
  expect(bots.attachTo('a')).toBeNull();
});

test('an answer that is too long for a call is a failure with that reason', () => {
  bots.start();
  take('started');
  take('answered', 'x'.repeat(probeLimits.botAnswerMaxChars + 1));
  expect(reported).toMatchObject([
    { fields: { state: botState.error, detail: expect.stringContaining('detail') } },
  ]);
});

test('an unknown event is a failure, and its text is cut', () => {
  bots.start();
  take('started');
  bots.receive(null as never);
  expect(reported).toMatchObject([{ fields: { state: botState.error } }]);
  expect(String(reported[0]?.fields.detail).length).toBeLessThanOrEqual(250);
});

describe('the attach cache', () => {
  test('each call carries the answer once', () => {
    getReady();
    expect(bots.attachTo('player {"videoId":"a"}')?.answer).toBe(answer);
    expect(bots.attachTo('player {"videoId":"a"}')).toBeNull();
    expect(bots.attachTo('player {"videoId":"b"}')?.answer).toBe(answer);
  });

  test('the retry of a failed call carries the answer again', () => {
    getReady();
    bots.attachTo('a')?.release();
    expect(bots.attachTo('a')?.answer).toBe(answer);
  });

  test('remembers 1,000 calls and forgets the oldest [spec-9.20]', () => {
    getReady();
    for (let n = 0; n < 1_000; n++) bots.attachTo(`call ${n}`);
    expect(bots.attachTo('call 0')).toBeNull();
    bots.attachTo('one more');
    expect(bots.attachTo('call 1')).toBeNull();
    expect(bots.attachTo('call 0')?.answer).toBe(answer);
  });
});

test('disposing while it runs removes the script, and no call carries an answer [spec-4.34]', () => {
  bots.start();
  take('started');
  bots.dispose();
  expect(news).toEqual([load, takeAway]);
  expect(reported).toMatchObject([{ fields: { state: botState.disposed } }]);
  take('answered', answer);
  expect(bots.attachTo('a')).toBeNull();
  bots.start();
  expect(news).toEqual([load, takeAway]);
  expect(clock.timerCount).toBe(0);
});

test('disposing after the answer stops calls from carrying it', () => {
  getReady();
  bots.dispose();
  expect(bots.attachTo('a')).toBeNull();
});
