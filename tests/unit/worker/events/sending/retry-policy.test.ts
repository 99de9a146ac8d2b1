import { expect, test } from 'vitest';
import {
  isRejection,
  parseRetryAfter,
  retryWaitMs,
} from '../../../../../worker/events/sending/retry-policy.ts';

test('the first nine failures are retried after 5 s each [spec-9.29]', () => {
  for (let failures = 1; failures < 10; failures++) expect(retryWaitMs(failures, 1)).toBe(5_000);
});

test('from the tenth failure on the longest delay doubles, up to a minute [spec-9.29]', () => {
  expect([10, 11, 12, 13, 14, 1_000].map((failures) => retryWaitMs(failures, 1))).toEqual([
    10_000, 20_000, 40_000, 60_000, 60_000, 60_000,
  ]);
});

test('a slow retry has a random delay between 5 s and the longest delay', () => {
  expect(retryWaitMs(13, 0)).toBe(5_000);
  expect(retryWaitMs(13, 0.5)).toBe(32_500);
});

test('4xx is a rejection, except 408 and 429; 3xx and 5xx are not', () => {
  expect([400, 401, 403, 404, 413, 415, 499].every(isRejection)).toBe(true);
  expect([200, 302, 408, 429, 500, 503].some(isRejection)).toBe(false);
});

test('Retry-After is read as seconds and as a date, and other values are ignored', () => {
  const nowMs = Date.parse('2026-01-01T00:00:00Z');
  expect(parseRetryAfter('30', nowMs)).toBe(30_000);
  expect(parseRetryAfter('Thu, 01 Jan 2026 00:01:00 GMT', nowMs)).toBe(60_000);
  expect(parseRetryAfter('Wed, 31 Dec 2025 00:00:00 GMT', nowMs)).toBe(0);
  expect(parseRetryAfter('soon', nowMs)).toBeNull();
  expect(parseRetryAfter(null, nowMs)).toBeNull();
});

test('a Retry-After of years is cut to an hour, so that the timer does not overflow', () => {
  expect(parseRetryAfter('999999999', 0)).toBe(3_600_000);
});
