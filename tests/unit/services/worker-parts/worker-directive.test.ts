import { expect, test } from 'vitest';
import {
  allowsBlobWorkers,
  workerDirective,
} from '../../../../src/services/worker-parts/worker-directive.ts';

test.each([
  "worker-src 'self' blob:",
  "default-src 'none'; worker-src BLOB:",
  "script-src 'self' blob:; default-src 'self'",
  "child-src blob:; script-src 'self'",
  "img-src 'self'",
  "worker-src blob:; worker-src 'none'",
  '',
])('a blob worker is tried under: %s', (policy) => expect(allowsBlobWorkers(policy)).toBe(true));

test.each([
  "worker-src 'none'",
  "worker-src *; script-src 'self' blob:",
  "Worker-Src 'self'",
  "default-src 'self' https:",
  "script-src 'self' 'strict-dynamic'; default-src blob:",
  "worker-src 'none'; worker-src blob:",
  'worker-src',
])('no blob worker is tried under: %s', (policy) => expect(allowsBlobWorkers(policy)).toBe(false));

test('only a policy’s worker rules are reported', () => {
  expect(workerDirective("frame-ancestors https://customer.example;  worker-src 'none' ")).toBe(
    "worker-src 'none'",
  );
});
