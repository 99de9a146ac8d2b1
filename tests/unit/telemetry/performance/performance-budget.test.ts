import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { performanceLimits } from '../../../../shared/limits/performance-limits.ts';
import { budgetNames } from '../../../../shared/telemetry/budget-names.ts';
import {
  declareBudget,
  defaultBudget,
  judge,
} from '../../../../src/telemetry/performance/performance-budget.ts';
import { makeReading } from './make-reading.ts';

describe('a declared budget', () => {
  test('sets the limits that it names, and leaves the rest unchanged', () => {
    const { budget, problems } = declareBudget(defaultBudget, { blockingMs: 10, inpMs: null });
    expect(budget).toEqual({ ...defaultBudget, blockingMs: 10, inpMs: null });
    expect(problems).toEqual([]);
  });

  test.each([
    ['text', { blockingMs: '10' }],
    ['a negative limit', { blockingMs: -1 }],
    ['an infinite limit', { blockingMs: Number.POSITIVE_INFINITY }],
    ['a list', { blockingMs: [1] }],
  ])('leaves out %s, with the reason', (_, declared) => {
    const { budget, problems } = declareBudget(defaultBudget, declared);
    expect(budget).toEqual(defaultBudget);
    expect(problems).toEqual([
      {
        code: 'BAD_BUDGET',
        field: 'blockingMs',
        message: 'A limit must be a number, 0 or more, or null for no limit.',
      },
    ]);
  });

  test.each([undefined, null, 'blockingMs', 7, [{ blockingMs: 1 }]])(
    'counts as missing if it is %j',
    (declared) => {
      const { budget, problems } = declareBudget(defaultBudget, declared);
      expect(budget).toEqual(defaultBudget);
      expect(problems).toMatchObject([{ code: 'BAD_BUDGET', field: '' }]);
    },
  );

  test('lists the existing measures when it names an unknown one', () => {
    const { problems } = declareBudget(
      defaultBudget,
      JSON.parse('{"__proto__":1,"toString":2,"fps":3}'),
    );
    expect(problems.map(({ field }) => field)).toEqual(['__proto__', 'toString', 'fps']);
    for (const name of budgetNames) expect(problems[2]?.message).toContain(name);
  });

  test('may be anything: the result is a budget, and few problems', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (declared) => {
        const { budget, problems } = declareBudget(defaultBudget, declared);
        expect(Object.keys(budget)).toEqual(budgetNames);
        for (const limit of Object.values(budget)) expect(limit === null || limit >= 0).toBe(true);
        expect(problems.length).toBeLessThanOrEqual(performanceLimits.budgetProblemsCount);
      }),
    );
  });

  test('reports few problems, with short names, whatever it holds', () => {
    const declared = Object.fromEntries(
      Array.from({ length: 500 }, (_, at) => [`${at}`.repeat(1_000), 1]),
    );
    const { problems } = declareBudget(defaultBudget, declared);
    expect(problems).toHaveLength(performanceLimits.budgetProblemsCount);
    expect(JSON.stringify(problems).length).toBeLessThan(10_000);
  });
});

test('a limit may be reached, not exceeded; an unknown value neither keeps nor breaks it', () => {
  const { budget } = declareBudget(
    { ...defaultBudget, layoutShift: null, pageScriptBytes: null, servicesScriptBytes: null },
    { blockingMs: 10, longTaskMs: 60, inpMs: 200 },
  );
  const reading = makeReading({ longTasks: { count: 2, longestMs: 60, blockingMs: 10.1 } });
  expect(judge(budget, reading, []).measures).toEqual([
    { name: 'blockingMs', limit: 10, value: 10.1, state: 'broken' },
    { name: 'longTaskMs', limit: 60, value: 60, state: 'kept' },
    { name: 'inpMs', limit: 200, value: null, state: 'unknown' },
  ]);
});

test('every measure finds its value in a reading', () => {
  const filled = makeReading({
    longTasks: { count: 1, longestMs: 1, blockingMs: 2 },
    longFrames: { count: 1, blockingMs: 3, ownScriptMs: 4, otherScriptMs: 0, worst: [] },
    interaction: {
      inpMs: 5,
      type: 'click',
      startMs: 0,
      inputDelayMs: 0,
      processingMs: 0,
      presentationMs: 0,
      script: null,
    },
    layoutShift: 6,
    pageScripts: { count: 1, bytes: 7 },
    servicesScripts: { count: 1, bytes: 8 },
    requestCount: 9,
    services: { startMs: 10, busyMs: 0, messageCount: 0 },
    start: { embedCreatedMs: 0, playToFirstFrameMs: 11, firstFrameMs: 0 },
    messages: { fromHostCount: 0, toHostCount: 12 },
    mediaBytes: 13,
  });
  const strict = Object.fromEntries(budgetNames.map((name) => [name, 0]));
  const { measures } = judge(declareBudget(defaultBudget, strict).budget, filled, []);
  expect(new Set(measures.map(({ value }) => value))).toEqual(
    new Set(Array.from({ length: budgetNames.length }, (_, at) => at + 1)),
  );
  expect(measures.every(({ state }) => state === 'broken')).toBe(true);
});
