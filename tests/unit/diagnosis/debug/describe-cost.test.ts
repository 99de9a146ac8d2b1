import { expect, test } from 'vitest';
import { describeCost } from '../../../../src/diagnosis/debug/describe-cost.ts';
import { defaultBudget, judge } from '../../../../src/telemetry/performance/performance-budget.ts';
import { makeReading } from '../../telemetry/performance/make-reading.ts';

test('the debug panel shows a page’s costs, the scripts that cause them, and broken budgets', () => {
  const script = {
    script: 'page-1.js',
    function: 'seek',
    invoker: 'event-listener',
    ms: 90,
    forcedLayoutMs: 0,
  };
  const reading = makeReading({
    longTasks: { count: 2, longestMs: 130, blockingMs: 110 },
    longFrames: {
      count: 1,
      blockingMs: 80,
      ownScriptMs: 90,
      otherScriptMs: 5,
      worst: [{ startMs: 0, ms: 130, blockingMs: 80, scripts: [script] }],
    },
  });
  const report = {
    reason: 'asked',
    timeOriginMs: 0,
    atMs: 1,
    ...reading,
    budget: judge(defaultBudget, reading, []),
  } as const;
  const rows = Object.fromEntries(
    describeCost(
      report,
      [{ track: 'player', count: 3, totalMs: 12 }],
      [{ track: 'engine', name: 'seeked', startMs: 70, endMs: 75, properties: [] }],
    ),
  );
  expect(rows).toMatchObject({
    'Long tasks': '2, longest 130 ms, blocking 110 ms',
    'Long frames':
      '1, own scripts 90 ms, others 5 ms; longest 130 ms: page-1.js seek (event-listener) 90 ms',
    INP: 'no interaction yet',
    Budget: '',
    longTaskMs: '130 of 100',
    player: '3 spans, 12 ms',
    'at 70 ms': 'engine: seeked, 5 ms',
  });
});
