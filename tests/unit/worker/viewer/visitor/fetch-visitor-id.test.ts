import { describe, expect, test } from 'vitest';
import { ok } from '../../../../../shared/tools/result.ts';
import { createFetchVisitorId } from '../../../../../worker/viewer/visitor/fetch-visitor-id.ts';

test('a reply that takes 5 s times out [spec-7.56]', async () => {
  const waitsMs: number[] = [];
  const fetchId = createFetchVisitorId({
    async fetch(_, init) {
      init?.signal?.throwIfAborted();
      return new Response('{"visitorId":"v"}');
    },
    timeoutSignal(ms) {
      waitsMs.push(ms);
      return AbortSignal.abort(new DOMException('late', 'TimeoutError'));
    },
    origin: 'https://embed.example',
  });
  expect(await fetchId(null)).toMatchObject({ ok: false, error: { code: 'TIMED_OUT' } });
  expect(waitsMs).toEqual([5_000]);
});

describe('the server’s reply', () => {
  const fetchWith = (response: () => Response | Promise<Response>) =>
    createFetchVisitorId({
      fetch: async () => response(),
      timeoutSignal: () => new AbortController().signal,
      origin: 'https://embed.example',
    })(null);

  test.each<[string, () => Response | Promise<Response>, string, string]>([
    [
      'without an id',
      () => new Response('{}'),
      'MISSING_FROM_SERVER',
      'Biscotti ID is missing from server',
    ],
    [
      'that is not JSON',
      () => new Response('<html>'),
      'BAD_REPLY',
      'JSON parsing failed after fetch',
    ],
    [
      'of another shape',
      () => new Response('{"visitorId":"a b\\n"}'),
      'BAD_REPLY',
      'The reply has another shape',
    ],
    [
      'with an error status',
      () => new Response('', { status: 503 }),
      'REQUEST_FAILED',
      'Request failed, status=503',
    ],
    [
      'that never comes',
      () => Promise.reject(new DOMException('late', 'TimeoutError')),
      'TIMED_OUT',
      'Request timed out',
    ],
    [
      'that cannot be requested',
      () => Promise.reject(new TypeError('x')),
      'UNKNOWN_ERROR',
      'Unknown request error: TypeError: x',
    ],
  ])(
    '%s is reported with its reason [spec-8.9, spec-8.35, spec-8.36]',
    async (_, response, code, message) => {
      expect(await fetchWith(response)).toEqual({
        ok: false,
        error: { code, message: expect.stringContaining(message) },
      });
    },
  );

  test('may begin with the XSSI prefix', async () => {
    expect(await fetchWith(() => new Response(')]}\'\n{"visitorId":"v"}'))).toEqual(ok('v'));
  });
});
