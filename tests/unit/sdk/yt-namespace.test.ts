import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Player } from '../../../sdk/player.ts';
import { sdkConfig } from '../../../sdk/sdk-config.ts';
import type { YtWindow } from '../../../sdk/yt-namespace.ts';
import { defineYt } from '../../../sdk/yt-namespace.ts';

/** The parts of a page's window that the script uses. */
function makeWindow(globals: object = {}, readyState: DocumentReadyState = 'complete') {
  const document = Object.assign(new EventTarget(), { readyState });
  return { document, ...globals } as unknown as Pick<Window, 'document'> & YtWindow;
}

/** Calls a function of `YT`. */
function callYt(
  window: { YT?: Record<string, unknown> },
  name: string,
  ...args: unknown[]
): unknown {
  const callee = window.YT?.[name];
  if (typeof callee !== 'function') throw new Error(`YT.${name} is no function`);
  return callee(...args);
}

beforeEach(() => {
  vi.useFakeTimers();
  sdkConfig.host = 'https://player.example';
});
afterEach(() => {
  vi.useRealTimers();
});

test('the classes are there at once, and callbacks run in order once the page had time to define them', () => {
  const window = makeWindow();
  defineYt(window);
  const { YT } = window;
  expect(YT).toMatchObject({ Player, loaded: 0, PlayerState: { PLAYING: 1, CUED: 5 } });
  expect(window).toMatchObject({ YTConfig: { host: 'https://player.example' } });
  const calls: string[] = [];
  const call = (name: string) => () => calls.push(`${name} ${YT?.loaded}`);
  callYt(window, 'ready', call('ready'));
  for (const name of ['onYouTubePlayerAPIReady', 'onYouTubeIframeAPIReady', 'onYTReady'])
    Object.assign(window, { [name]: call(name) });
  expect(calls).toEqual([]);
  vi.runAllTimers();
  expect(calls).toEqual([
    'ready 1',
    'onYTReady 1',
    'onYouTubeIframeAPIReady 1',
    'onYouTubePlayerAPIReady 1',
  ]);
  callYt(window, 'ready', call('late'));
  expect(calls.at(-1)).toBe('late 1');
});

test('a callback that is not parsed yet is waited for', () => {
  const window = makeWindow({}, 'loading');
  defineYt(window);
  vi.runAllTimers();
  const onYouTubeIframeAPIReady = vi.fn();
  Object.assign(window, { onYouTubeIframeAPIReady });
  window.document.dispatchEvent(new Event('DOMContentLoaded'));
  expect(onYouTubeIframeAPIReady).toHaveBeenCalledTimes(1);
});

test('an existing callback is called without waiting for the rest of the page', () => {
  const onYouTubeIframeAPIReady = vi.fn();
  defineYt(makeWindow({ onYouTubeIframeAPIReady }, 'loading'));
  expect(onYouTubeIframeAPIReady).not.toHaveBeenCalled();
  vi.runAllTimers();
  expect(onYouTubeIframeAPIReady).toHaveBeenCalledTimes(1);
});

test('a callback that throws does not stop the others, and the page gets the error', () => {
  const failure = new Error('on purpose');
  const reported: unknown[] = [];
  vi.stubGlobal('reportError', (error: unknown) => reported.push(error));
  const onYouTubeIframeAPIReady = vi.fn();
  defineYt(
    makeWindow({
      onYTReady() {
        throw failure;
      },
      onYouTubeIframeAPIReady,
    }),
  );
  vi.runAllTimers();
  vi.unstubAllGlobals();
  expect(onYouTubeIframeAPIReady).toHaveBeenCalledTimes(1);
  expect(reported).toEqual([failure]);
});

test('a page’s own stub keeps its content, and its queue is run', () => {
  const queue: string[] = [];
  const window = makeWindow({
    YT: { loading: 1, loaded: 0, mine: 5, ready: () => queue.push('asked') },
    onYTReady: () => queue.push('emptied'),
  });
  defineYt(window);
  vi.runAllTimers();
  expect(window.YT).toMatchObject({ mine: 5, loaded: 1, Player });
  expect(queue).toEqual(['emptied']);
});

test('a page may name its player’s host before the script or after', () => {
  const window = makeWindow({ YTConfig: { host: 'https://mine.example' } });
  defineYt(window);
  expect(sdkConfig.host).toBe('https://mine.example');
  Object.assign(window.YTConfig ?? {}, { host: 'https://later.example' });
  expect(sdkConfig.host).toBe('https://later.example');
  callYt(window, 'setConfig', { host: 'https://last.example' });
  expect(sdkConfig.host).toBe('https://last.example');
});

test('the script does nothing when it is loaded again', () => {
  const onYouTubeIframeAPIReady = vi.fn();
  const window = makeWindow({ onYouTubeIframeAPIReady });
  defineYt(window);
  const before = { ...window.YT };
  defineYt(window);
  vi.runAllTimers();
  expect(window.YT).toEqual({ ...before, loaded: 1 });
  expect(onYouTubeIframeAPIReady).toHaveBeenCalledTimes(1);
});

test('obsolete functions can be called without an effect', () => {
  const window = makeWindow();
  defineYt(window);
  for (const name of ['scan', 'subscribe', 'unsubscribe']) callYt(window, name);
  expect(callYt(window, 'get', 'none')).toBeUndefined();
});
