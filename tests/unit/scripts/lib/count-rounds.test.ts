import { expect, test } from 'vitest';
import { failureRates, slowestTests } from '../../../../scripts/lib/count-rounds.js';
import type { Round, RoundSuite } from '../../../../scripts/lib/round-file.js';
import { roundLines } from '../../../../scripts/lib/round-lines.js';

type Result = NonNullable<NonNullable<RoundSuite>['results']>[number];

const result = (
  title: string,
  outcome: Result['outcome'] = 'passed',
  more: Partial<Result> = {},
): Result => ({
  file: 'a.test.ts',
  title,
  outcome,
  durationMs: 10,
  message: outcome === 'failed' ? 'Error: late' : '',
  ...more,
});

function suite(
  name: string,
  results: Result[] | null,
  more: Partial<NonNullable<RoundSuite>> = {},
) {
  const code = Number(results?.some(({ outcome }) => outcome === 'failed') ?? false);
  return { name, code, reason: null, durationMs: 1_000, results, ...more };
}

function round(suites: RoundSuite[], more: Partial<Round> = {}): Round {
  return {
    startedAt: '2026-11-23T06:00:00.000Z',
    endedAt: '2026-11-23T06:10:00.000Z',
    isInterrupted: false,
    commit: 'a1b2c3d4e5f6',
    hasChanges: false,
    load: null,
    machineLoad: 1.25,
    suites: Object.fromEntries(suites.map((suite) => [suite?.name ?? 'e2e', suite])),
    ...more,
  };
}

test('a test that fails in some rounds has its rate, and its first message', () => {
  const rounds = [
    round([suite('unit', [result('adds'), result('plays', 'failed')])]),
    round([
      suite('unit', [result('adds'), result('plays', 'failed', { message: 'Error: other' })]),
    ]),
    round([suite('unit', [result('adds'), result('plays')])]),
  ];
  expect(failureRates(rounds)).toEqual([
    { title: 'plays', failed: 2, ran: 3, message: 'Error: late' },
  ]);
});

test('rounds in which a test did not run do not count for it', () => {
  const rounds = [
    round([suite('unit', [result('plays', 'failed')])]),
    round([suite('unit', [result('plays', 'other')])]),
    round([suite('postgres', [result('stores')])]),
  ];
  expect(failureRates(rounds)).toMatchObject([{ title: 'plays', failed: 1, ran: 1 }]);
});

test('a suite that hung counts as failed, beside the tests that it reported', () => {
  const reason = 'unit stood still: nothing started for 300 s.';
  const rounds = [
    round([suite('unit', [], { code: 1, reason })]),
    round([suite('unit', [result('plays', 'failed')], { reason })]),
    round([suite('unit', [result('plays')])]),
  ];
  expect(failureRates(rounds)).toEqual([
    { title: 'the suite unit', failed: 2, ran: 3, message: reason },
    { title: 'plays', failed: 1, ran: 2, message: 'Error: late' },
  ]);
});

test('a suite that ends without a report, and a check that fails, count as failed', () => {
  const rounds = [
    round([suite('browser', [], { code: 137 }), suite('types', null, { code: 2 })]),
    round([suite('browser', [result('plays')]), suite('types', null)]),
  ];
  expect(failureRates(rounds)).toEqual([
    {
      title: 'the suite browser',
      failed: 1,
      ran: 2,
      message: 'It ended with exit code 137 and no failing test.',
    },
    {
      title: 'the suite types',
      failed: 1,
      ran: 2,
      message: 'It ended with exit code 2 and no failing test.',
    },
  ]);
});

test('a round that died counts for the suites that had ended, and not for the one that ran', () => {
  const died = round([suite('unit', [result('plays', 'failed')]), null], { endedAt: null });
  expect(failureRates([died])).toMatchObject([{ title: 'plays', failed: 1, ran: 1 }]);
  expect(roundLines([died]).join('\n')).toContain('unit FAILED 1.0 s, died during e2e');
});

test('the same test in two browsers is one test, which failed if it failed in one', () => {
  const title = 'e2e/browsers/smoke.test.ts:4 › plays';
  const rounds = [round([suite('browsers', [result(title, 'failed'), result(title)])])];
  expect(failureRates(rounds)).toMatchObject([
    { title: 'e2e/browsers/smoke.test.ts › plays', failed: 1, ran: 1 },
  ]);
});

test('a test that moved to another line between two commits is the same test', () => {
  const rounds = [
    round([suite('e2e', [result('e2e/a.test.ts:4 › plays', 'failed')])]),
    round([suite('e2e', [result('e2e/a.test.ts:9 › plays')])]),
  ];
  expect(failureRates(rounds)).toMatchObject([
    { title: 'e2e/a.test.ts › plays', failed: 1, ran: 2 },
  ]);
});

test('the slowest tests are those with the longest time in any round', () => {
  const rounds = [7, 1, 3].map((durationMs) =>
    round([
      suite('unit', [
        result('slow', 'passed', { durationMs }),
        result('quick', 'passed', { durationMs: 2 }),
      ]),
    ]),
  );
  expect(slowestTests(rounds, 1)).toEqual([{ title: 'slow', longestMs: 7, medianMs: 3 }]);
});

test('the report shows each round’s time, commit, load and end', () => {
  const lines = roundLines([
    round([suite('unit', [result('adds')])]),
    round([null], { hasChanges: true, load: '2 processes that compute', isInterrupted: true }),
  ]);
  expect(lines).toContain(
    '    2026-11-23 06:00 UTC, a1b2c3d4e, load: none (machine at 1.3), unit ok 1.0 s',
  );
  expect(lines).toContain(
    '    2026-11-23 06:00 UTC, a1b2c3d4e and changes, load: 2 processes that compute (machine at 1.3), interrupted during e2e',
  );
  expect(lines).toContain('    nothing');
  expect(roundLines([])).toEqual(['No rounds yet.']);
});
