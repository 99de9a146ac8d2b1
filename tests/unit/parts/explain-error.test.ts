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

const api = 'https://api.example.com';
const page = 'https://player.example.com';
const elsewhere = { apiOrigin: api, ownOrigin: page };

test('on a page hosted elsewhere, the fix for a failed call names --page-origin and the server', () => {
  const { fix } = explainError('net.retryexhausted', null, elsewhere);
  expect(fix).toContain(`start ${api} with --page-origin ${page}`);
});

test('on a page hosted elsewhere, the fix for a private video names the server’s address', () => {
  const { fix } = explainError('auth.private', null, elsewhere);
  expect(fix).toBe(`Embed it from ${api}, with a token.`);
});

test('on a page hosted elsewhere, other errors have the same fix as everywhere', () => {
  expect(explainError('auth.expired', null, elsewhere)).toEqual(explainError('auth.expired'));
});

test.each(['', page])('a page whose API is at %j has the usual fixes', (apiOrigin) => {
  const own = { apiOrigin, ownOrigin: page };
  expect(explainError('net.retryexhausted', null, own).fix).toBe('Try again later.');
  expect(explainError('auth.private', null, own).fix).toMatch(
    /^Give the frame a token of this id.*key/,
  );
});

test('a page that the token does not allow reads the server’s sentence as the fix; other errors have their own', () => {
  const message = 'The token allows https://a.example; this page is https://b.example.';
  expect(explainError('embedding.domain', message).fix).toBe(message);
  expect(explainError('embedding.domain', null).fix).toContain('allow this page');
  expect(explainError('auth.expired', message).fix).toBe('Make a new token.');
});
