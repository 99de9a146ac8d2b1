import { afterEach, expect, test, vi } from 'vitest';
import { shareChecks } from '../../../../../worker/events/connectivity/share-checks.ts';
import { createFakeClock } from '../../../fake-clock.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

function createDeps() {
  return {
    head: vi.fn(async () => 204),
    locks: { request: vi.fn(() => new Promise(() => undefined)) } as unknown as LockManager | null,
    clock: createFakeClock(),
    onResult: vi.fn(),
    signal: new AbortController().signal,
  };
}

test('without locks a document checks for itself and reports to no other', async () => {
  const channels = vi.fn();
  vi.stubGlobal('BroadcastChannel', channels);
  const deps = { ...createDeps(), locks: null };
  expect(await shareChecks(deps)(0)).toBe(204);
  expect(deps.head).toHaveBeenCalledTimes(1);
  expect(channels).not.toHaveBeenCalled();
});

test('without a channel a document checks for itself and requests no lock', async () => {
  vi.stubGlobal('BroadcastChannel', undefined);
  const deps = createDeps();
  expect(await shareChecks(deps)(0)).toBe(204);
  expect(deps.head).toHaveBeenCalledTimes(1);
  expect(deps.locks?.request).not.toHaveBeenCalled();
});

test('a lock that is granted as the document ends is released at once, without a check', async () => {
  const end = new AbortController();
  const granted: (() => Promise<void>)[] = [];
  const request = (_name: string, _options: LockOptions, lead: () => Promise<void>) => {
    granted.push(lead);
    return new Promise(() => undefined);
  };
  const deps = {
    ...createDeps(),
    locks: { request } as unknown as LockManager,
    signal: end.signal,
  };
  const answer = shareChecks(deps)(0);
  end.abort();
  // No answer: the document that asked has ended.
  expect(await answer).toBe(0);
  await granted[0]?.();
  expect(deps.head).not.toHaveBeenCalled();
});

test('a document that ends as leader leaves no timer', async () => {
  const end = new AbortController();
  const request = (_name: string, _options: LockOptions, lead: () => Promise<void>) => lead();
  const deps = {
    ...createDeps(),
    locks: { request } as unknown as LockManager,
    signal: end.signal,
  };
  expect(await shareChecks(deps)(0)).toBe(204);
  expect(deps.clock.timerCount).toBe(1);
  end.abort();
  expect(deps.clock.timerCount).toBe(0);
});
