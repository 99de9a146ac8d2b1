import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { warn } from '../../../sdk/warnings.ts';

const printed = vi.fn();

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(console, 'warn').mockImplementation(printed);
  printed.mockClear();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  document.body.replaceChildren();
});

/** Each test has its own address: a text is printed once for a page. */
function putFrame(path: string, html = '<div></div>'): HTMLIFrameElement {
  document.body.innerHTML = html;
  const frame = document.createElement('iframe');
  frame.src = `${location.origin}/fake/embed/${path}?token=secret`;
  document.body.firstElementChild?.append(frame);
  return frame;
}

test('a frame in which no player answers is named once, without its parameters', () => {
  const frame = putFrame('silent00001');
  warn(frame);
  warn(frame);
  vi.advanceTimersByTime(14_999);
  expect(printed).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  warn(frame);
  vi.advanceTimersByTime(60_000);
  expect(printed.mock.calls).toEqual([
    [
      expect.stringMatching(
        /^Offstage: No player answers in the frame \S+silent00001\. .*--embed-domains/,
      ),
    ],
  ]);
});

test('a frame that answers in time, a lazy one and a removed one cause no warning', () => {
  const [answering, lazy, removed] = ['answers0001', 'lazy0000001', 'removed0001'].map((path) =>
    putFrame(path),
  );
  document.body.append(answering ?? '', lazy ?? '');
  for (const frame of [answering, lazy, removed]) if (frame) warn(frame);
  removed?.remove();
  lazy?.setAttribute('loading', 'lazy');
  dispatchEvent(new MessageEvent('message', { source: answering?.contentWindow ?? null }));
  vi.advanceTimersByTime(60_000);
  expect(printed).not.toHaveBeenCalled();
});

test('nothing is printed inside an element with data-offstage-quiet', () => {
  warn(putFrame('quiet000001', '<div data-offstage-quiet></div>'));
  vi.advanceTimersByTime(60_000);
  expect(printed).not.toHaveBeenCalled();
});
