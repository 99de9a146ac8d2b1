import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { watchVisibility } from '../../../../src/page/lifecycle/watch-visibility.ts';

let page: EventTarget;
let pageDocument: EventTarget & { visibilityState: DocumentVisibilityState; hasFocus(): boolean };
let hasFocus: boolean;
let life: AbortController;
/** The reported states. */
let reported: string[];

beforeEach(() => {
  page = new EventTarget();
  hasFocus = false;
  pageDocument = Object.assign(new EventTarget(), {
    visibilityState: 'visible' as const,
    hasFocus: () => hasFocus,
  });
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('document', pageDocument);
  life = new AbortController();
  reported = [];
});
afterEach(() => vi.unstubAllGlobals());

const watch = () =>
  watchVisibility((state, previous) => reported.push(`${previous} ${state}`), life.signal);
const fire = (name: 'focus' | 'blur') => page.dispatchEvent(new Event(name));
function show(state: DocumentVisibilityState): void {
  pageDocument.visibilityState = state;
  pageDocument.dispatchEvent(new Event('visibilitychange'));
}

test('the state at the start is reported at once, as one change [spec-4.5, spec-4.18]', () => {
  watch();
  expect(reported).toEqual(['unknown visible']);
});

test('a page with the focus at the start is in the foreground', () => {
  hasFocus = true;
  watch();
  expect(reported).toEqual(['unknown foregrounded']);
});

test('a page that is opened in the background is hidden until it is shown [spec-4.19, spec-4.22]', () => {
  pageDocument.visibilityState = 'hidden';
  watch();
  show('visible');
  expect(reported).toEqual(['unknown hidden', 'hidden visible']);
});

test('a viewer who moves between the host’s page and the player does not hide it [spec-4.20, spec-4.21, spec-4.23, spec-4.24]', () => {
  watch();
  fire('focus');
  fire('blur');
  fire('focus');
  expect(reported).toEqual([
    'unknown visible',
    'visible foregrounded',
    'foregrounded backgrounded',
    'backgrounded foregrounded',
  ]);
});

test('a tab that is left while the player has the focus is in the foreground on return, in any order of events', () => {
  hasFocus = true;
  watch();
  fire('blur');
  show('hidden');
  fire('focus');
  show('visible');
  expect(reported).toEqual([
    'unknown foregrounded',
    'foregrounded backgrounded',
    'backgrounded hidden',
    'hidden foregrounded',
  ]);
});

test('events without a change are not reported, and after the end none is', () => {
  watch();
  show('visible');
  fire('focus');
  fire('focus');
  life.abort();
  fire('blur');
  show('hidden');
  expect(reported).toEqual(['unknown visible', 'visible foregrounded']);
});
