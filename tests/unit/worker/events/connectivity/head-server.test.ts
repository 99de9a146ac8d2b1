import { describe, expect, test, vi } from 'vitest';
import { createConnectivity } from '../../../../../worker/events/connectivity/connectivity.ts';
import { createHeadServer } from '../../../../../worker/events/connectivity/head-server.ts';
import { createFakeClock } from '../../../fake-clock.ts';

describe('the check is HEAD /generate_204', () => {
  const { signal } = new AbortController();
  const headOf = (fetch: typeof globalThis.fetch) => {
    const timeoutSignal = vi.fn(() => signal);
    return {
      head: createHeadServer({ fetch, timeoutSignal, origin: 'https://embed.example' }),
      timeoutSignal,
    };
  };

  test('bypasses caches, sends no cookies, follows no redirects, and times out after 20 s [spec-7.16, spec-9.42]', async () => {
    const fetch = vi.fn(async () => new Response(null, { status: 204 }));
    const { head, timeoutSignal } = headOf(fetch);
    expect(await head(0)).toBe(204);
    expect(timeoutSignal).toHaveBeenCalledExactlyOnceWith(20_000);
    expect(fetch).toHaveBeenCalledExactlyOnceWith(new URL('https://embed.example/generate_204'), {
      method: 'HEAD',
      cache: 'no-store',
      credentials: 'omit',
      redirect: 'manual',
      signal,
    });
  });

  test('treats a time-out as offline', async () => {
    const timedOut = new DOMException('timed out', 'TimeoutError');
    const { head } = headOf(() => Promise.reject(timedOut));
    const checked = createConnectivity({ head, clock: createFakeClock(), onChange: () => {} });
    expect(await checked.check()).toBe(false);
    checked.stop();
  });
});
