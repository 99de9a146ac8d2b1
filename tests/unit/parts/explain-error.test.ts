import { expect, test } from 'vitest';
import { explainError } from '../../../src/parts/explain-error.ts';

test.each([
  ['auth.private', 'a token'],
  ['auth.expired', 'new token'],
  ['embedding.domain', 'allow this page'],
  ['auth.location.denied', 'geolocation'],
  ['embedder.identity.missing.referrer', 'referrerpolicy'],
  ['video.notfound', 'Ask the operator'],
  ['toString', 'Ask the operator'],
  ['', 'Ask the operator'],
])('a host page that receives the error %j reads: %s', (name, fix) => {
  const explained = explainError(name);
  expect(explained.name).toBe(name);
  expect(explained.fix).toContain(fix);
});
