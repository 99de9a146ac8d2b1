import { expect, test, vi } from 'vitest';
import { readPlatform } from '../../../../worker/services/platform.ts';

test('the browser’s online and offline events are reported until the signal aborts', () => {
  const scope = new EventTarget();
  vi.stubGlobal('addEventListener', scope.addEventListener.bind(scope));
  const end = new AbortController();
  const received = vi.fn();
  readPlatform().onNetworkHint(received, end.signal);
  for (const type of ['online', 'offline', 'focus']) scope.dispatchEvent(new Event(type));
  expect(received).toHaveBeenCalledTimes(2);
  end.abort();
  for (const type of ['online', 'offline']) scope.dispatchEvent(new Event(type));
  expect(received).toHaveBeenCalledTimes(2);
});
