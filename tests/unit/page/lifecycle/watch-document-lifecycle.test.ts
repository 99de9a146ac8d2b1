import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { watchDocumentLifecycle } from '../../../../src/page/lifecycle/watch-document-lifecycle.ts';
import { createFakeClock, type FakeClock } from '../../fake-clock.ts';

let clock: FakeClock;
let page: EventTarget;
let pageDocument: EventTarget & { visibilityState: DocumentVisibilityState };
let life: AbortController;
/** The calls, in order. */
let done: string[];
let onDisposed: () => void;
let errors: unknown[];

beforeEach(() => {
  clock = createFakeClock();
  page = new EventTarget();
  pageDocument = Object.assign(new EventTarget(), { visibilityState: 'visible' as const });
  errors = [];
  vi.stubGlobal(
    'addEventListener',
    (type: string, listener: (event: Event) => void, options: object) => {
      // As browsers do it: an error is reported, and the page goes on.
      const guarded = (event: Event) => {
        try {
          listener(event);
        } catch (error) {
          errors.push(error);
        }
      };
      page.addEventListener(type, guarded, options);
    },
  );
  vi.stubGlobal('document', pageDocument);
  life = new AbortController();
  done = [];
  onDisposed = () => {};
  watchDocumentLifecycle(
    {
      onPreventable: () => done.push('handed over'),
      onDisposed() {
        done.push('disposed');
        onDisposed();
      },
      onFlush: () => done.push('flushed'),
      onVisibility: (isVisible) => done.push(isVisible ? 'visible' : 'hidden'),
    },
    clock,
    life.signal,
  );
});
afterEach(() => vi.unstubAllGlobals());

const beforeUnload = () => page.dispatchEvent(new Event('beforeunload'));
const pageHide = (persisted: boolean) =>
  page.dispatchEvent(Object.assign(new Event('pagehide'), { persisted }));

test('a page that may end hands over its own data once, even when asked repeatedly [spec-4.2]', () => {
  beforeUnload();
  beforeUnload();
  expect(done).toEqual(['handed over']);
});

test('a page that stays is active again after 2 s, so that the next exit counts [spec-4.3]', () => {
  beforeUnload();
  clock.advance(1_999);
  beforeUnload();
  expect(done).toEqual(['handed over']);
  clock.advance(1);
  beforeUnload();
  expect(done).toEqual(['handed over', 'handed over']);
  clock.advance(2_000);
  expect(clock.timerCount).toBe(0);
});

test('a page that ends is disposed of and then flushed [spec-4.4, spec-4.16]', () => {
  beforeUnload();
  pageHide(false);
  expect(done).toEqual(['handed over', 'disposed', 'flushed']);
  expect(clock.timerCount).toBe(0);
});

test('a removed frame gets no event before [spec-4.17]', () => {
  pageHide(false);
  expect(done).toEqual(['disposed', 'flushed']);
});

test('a page that ends long after it seemed to stay is disposed of and flushed', () => {
  beforeUnload();
  clock.advance(60_000);
  pageHide(false);
  expect(done).toEqual(['handed over', 'disposed', 'flushed']);
});

test('a page in the back/forward cache is flushed and lives on, each time [spec-4.4]', () => {
  pageHide(true);
  expect(done).toEqual(['flushed']);
  beforeUnload();
  pageHide(true);
  expect(done).toEqual(['flushed', 'handed over', 'flushed']);
  pageHide(false);
  expect(done.slice(3)).toEqual(['disposed', 'flushed']);
});

test('a player whose disposal fails still flushes the logs, now and later', () => {
  onDisposed = () => {
    throw new Error('the engine threw');
  };
  pageHide(false);
  pageHide(false);
  expect(done).toEqual(['disposed', 'flushed', 'disposed', 'flushed']);
  expect(errors).toHaveLength(2);
});

test('visibility is reported as it changes', () => {
  for (const state of ['hidden', 'visible'] as const) {
    pageDocument.visibilityState = state;
    pageDocument.dispatchEvent(new Event('visibilitychange'));
  }
  expect(done).toEqual(['hidden', 'visible']);
});

test('after the end no listener and no timer is left', () => {
  beforeUnload();
  life.abort();
  expect(clock.timerCount).toBe(0);
  beforeUnload();
  pageHide(false);
  pageDocument.dispatchEvent(new Event('visibilitychange'));
  expect(done).toEqual(['handed over']);
});
