import { beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { errorLimits } from '../../../../../shared/limits/error-limits.ts';
import type { ServicesMemo } from '../../../../../shared/rpc/services-memo.ts';
import type { ClientError } from '../../../../../shared/telemetry/client-error.ts';
import {
  type ErrorReport,
  errorReportSchema,
} from '../../../../../shared/telemetry/error-report.ts';
import { createErrorReporter } from '../../../../../worker/reports/errors/error-reporter.ts';
import { isOurs, isScanner } from '../../../../../worker/reports/errors/is-reportable.ts';
import { createMemo } from '../../../../../worker/services/services-memo.ts';
import { createFakeClock } from '../../../fake-clock.ts';
import { context, sid } from '../../events/make-events.ts';

const browser =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36';
const googlebot = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';

let sent: ErrorReport[];
/** The state that the page keeps for the next services of the document. */
let kept: ServicesMemo | undefined;
/** The page’s current activity. */
let page: Record<string, string>;
beforeEach(() => {
  sent = [];
  kept = undefined;
  page = {};
});

function makeError(message: string, error: Partial<ClientError> = {}): ClientError {
  return {
    source: 'page',
    type: 'TypeError',
    message,
    stack: `TypeError: ${message}\n    at f (https://embed.example/assets/page-abc.js:3:14)`,
    params: {},
    ...error,
  };
}

function makeReporter({ isTelemetryOn = true, userAgent = browser } = {}) {
  let ids = 0;
  return createErrorReporter({
    sid,
    context,
    isTelemetryOn,
    userAgent,
    clock: createFakeClock(5_000),
    memo: createMemo(kept, (news) => {
      if (news.type === 'memo') kept = news.memo;
    }),
    readPage: () => page,
    newId: () => String(++ids).padStart(32, '0'),
    outbox: {
      async send(report) {
        sent.push(report);
      },
    },
  });
}

test('an error becomes a report of the document, with its time and place', () => {
  makeReporter()(makeError('x is null', { source: 'react', params: { componentStack: 'at Bar' } }));
  expect(sent).toEqual([
    {
      id: '00000000000000000000000000000001',
      sid,
      timeMs: 5_000,
      level: 'ERROR',
      source: 'react',
      type: 'TypeError',
      message: 'x is null',
      line: 3,
      stack: 'TypeError: x is null\n    at f (https://embed.example/assets/page-abc.js:3:14)',
      paramsJson: '{"componentStack":"at Bar"}',
      context,
    },
  ]);
});

test('an unhandled rejection is a warning', () => {
  makeReporter()(makeError('x', { source: 'worker_rejection' }));
  expect(sent[0]?.level).toBe('WARNING');
});

test('a document reports five errors and no sixth [spec-8.22]', () => {
  const report = makeReporter();
  for (let n = 1; n <= 8; n++) report(makeError(`error ${n}`));
  expect(sent.map(({ message }) => message)).toEqual([
    'error 1',
    'error 2',
    'error 3',
    'error 4',
    'error 5',
  ]);
});

test('restarted services do not repeat the reports of their predecessors, and keep to five in all [spec-8.22, spec-8.23]', () => {
  const errors = Array.from({ length: 8 }, (_, n) => makeError(`error ${n + 1}`));
  // Each life gets all earlier errors and one more.
  for (let life = 1; life <= errors.length; life++) {
    const report = makeReporter();
    for (const error of errors.slice(0, life)) report(error);
  }
  expect(sent.map(({ message }) => message)).toEqual([
    'error 1',
    'error 2',
    'error 3',
    'error 4',
    'error 5',
  ]);
});

test('an error that services had not reported when they died is reported by their successors', () => {
  makeReporter();
  makeReporter()(makeError('the first life died of it'));
  expect(sent).toHaveLength(1);
});

test('the page’s copy of an error is no longer than its report', () => {
  makeReporter()(makeError('x'.repeat(100_000)));
  expect(JSON.stringify(kept).length).toBeLessThan(500);
});

test('a repeated error is not reported again and leaves room for others [spec-8.23]', () => {
  const report = makeReporter();
  for (let n = 0; n < 10; n++) report(makeError('the same'));
  // The same message with another frame is another error.
  report(makeError('the same', { stack: 'at g (https://embed.example/assets/page-abc.js:4:1)' }));
  report(makeError('another'));
  // Callers may differ.
  report(
    makeError('the same', {
      stack: `${makeError('the same').stack}\n    at other (https://e.example/a.js:1:1)`,
    }),
  );
  expect(sent).toHaveLength(3);
});

test('messages are cut to 250 characters and parameters to 500, and the cut report fits its schema [spec-5.11, spec-9.13, spec-9.14]', () => {
  const long = '\u0001'.repeat(100_000);
  const params = Object.fromEntries(Array.from({ length: 30 }, (_, n) => [`${n}${long}`, long]));
  makeReporter()(makeError(long, { type: long, stack: long, params }));
  const [report] = sent;
  expect(report?.message).toHaveLength(250);
  const reported = Object.entries(JSON.parse(report?.paramsJson ?? ''));
  expect(reported).toHaveLength(errorLimits.paramsCount);
  for (const [name, value] of reported) {
    expect(name).toHaveLength(errorLimits.paramNameMaxChars);
    expect(value).toHaveLength(500);
  }
  expect(z.safeParse(errorReportSchema, report).success).toBe(true);
});

test.each([{ isTelemetryOn: false }, { userAgent: googlebot }, { userAgent: 'PhantomJS/2.1.1' }])(
  'nothing is reported with %j [spec-8.24, spec-8.42]',
  (changes) => {
    makeReporter(changes)(makeError('x'));
    expect(sent).toEqual([]);
  },
);

describe('an error of an extension or another script', () => {
  test.each([
    ['Script error.', ''],
    ['Uncaught Script error', ''],
    ['', ''],
    ['x', 'at f (chrome-extension://abc/a.js:1:2)\nat g (https://embed.example/a.js:1:2)'],
    ['x', 'f@moz-extension://abc/a.js:1:2'],
    ['x', 'f@safari-web-extension://abc/a.js:1:2'],
  ])('with %j and the stack %j is not reported', (message, stack) => {
    expect(isOurs({ message, stack })).toBe(false);
    makeReporter()(makeError(message, { stack }));
    expect(sent).toEqual([]);
  });

  test('needs its place at the top of the stack; further down it only called us', () => {
    expect(
      isOurs({
        message: 'x',
        stack: 'at f (https://embed.example/a.js:1:2)\nat g (chrome-extension://abc/a.js:1:2)',
      }),
    ).toBe(true);
    expect(isOurs({ message: 'a thrown string', stack: '' })).toBe(true);
  });
});

test('a browser whose name only resembles a scanner’s is not one', () => {
  expect(isScanner(browser)).toBe(false);
  expect(isScanner(`${browser} CUBOT_X18`)).toBe(false);
  expect(isScanner(googlebot)).toBe(true);
});

test('a report carries the page’s activity and leaves room for the error’s own parameters', () => {
  const report = makeReporter();
  page = { visibility: 'backgrounded', navigation: 'application_navigating' };
  const params = Object.fromEntries(Array.from({ length: 20 }, (_, n) => [`p${n}`, 'x']));
  report(makeError('x is null', { params }));
  const reported = JSON.parse(sent[0]?.paramsJson ?? '');
  expect(reported).toMatchObject({ ...page, p0: 'x', p7: 'x' });
  expect(Object.keys(reported)).toHaveLength(errorLimits.paramsCount);
});
