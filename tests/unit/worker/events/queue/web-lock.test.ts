import { expect, test, vi } from 'vitest';
import { holdLock } from '../../../../../worker/events/queue/web-lock.ts';

/** Grants every lock at once. */
function createLocks(beforeGrant: () => void = () => undefined) {
  const released = vi.fn();
  const request = async (_name: string, _options: LockOptions, hold: LockGrantedCallback<void>) => {
    beforeGrant();
    await hold(null);
    released();
  };
  return { locks: { request } as unknown as LockManager, released };
}

test('a lock is held until its signal aborts', async () => {
  const end = new AbortController();
  const { locks, released } = createLocks();
  expect(await holdLock({ locks, name: 'a', signal: end.signal })).toBe(true);
  expect(released).not.toHaveBeenCalled();
  end.abort();
  await expect.poll(() => released.mock.calls.length).toBe(1);
});

test('a lock that is granted after its signal is released at once', async () => {
  const end = new AbortController();
  const { locks, released } = createLocks(() => end.abort());
  await holdLock({ locks, name: 'a', signal: end.signal });
  await expect.poll(() => released.mock.calls.length).toBe(1);
});

test.each([
  ['missing', null],
  ['refused with a rejection', { request: () => Promise.reject(new Error('denied')) }],
  [
    'refused with an exception',
    {
      request() {
        throw new Error('denied');
      },
    },
  ],
])('when locks are %s none is held', async (_how, locks) => {
  const { signal } = new AbortController();
  expect(await holdLock({ locks: locks as LockManager | null, name: 'a', signal })).toBe(false);
});
