import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { watchVisibility } from '../../../../src/page/lifecycle/watch-visibility.ts';

let page: EventTarget;
let pageDocument: EventTarget & { visibilityState: DocumentVisibilityState; hasFocus(): boolean };
let hasFocus: boolean;
let life: AbortController;
/** States, as they were told. */
let told: string[];

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
  told = [];
});
afterEach(() => vi.unstubAllGlobals());

const watch = () =>
  watchVisibility((state, previous) => told.push(`${previous} ${state}`), life.signal);
const fire = (name: 'focus' | 'blur') => page.dispatchEvent(new Event(name));
function show(state: DocumentVisibilityState): void {
  pageDocument.visibilityState = state;
  pageDocument.dispatchEvent(new Event('visibilitychange'));
}

test('what the page is at the start is told at once, and as one change [spec-4.5, spec-4.18]', () => {
  watch();
  expect(told).toEqual(['unknown visible']);
});

test('a page that has the focus at the start is in the foreground', () => {
  hasFocus = true;
  watch();
  expect(told).toEqual(['unknown foregrounded']);
});

test('a page that is opened in the background is hidden until somebody looks at it [spec-4.19, spec-4.22]', () => {
  pageDocument.visibilityState = 'hidden';
  watch();
  show('visible');
  expect(told).toEqual(['unknown hidden', 'hidden visible']);
});

test('a viewer who goes from the host’s page to the player and back hides nothing [spec-4.20, spec-4.21, spec-4.23, spec-4.24]', () => {
  watch();
  fire('focus');
  fire('blur');
  fire('focus');
  expect(told).toEqual([
    'unknown visible',
    'visible foregrounded',
    'foregrounded backgrounded',
    'backgrounded foregrounded',
  ]);
});

test('a tab that is left while the player has the focus is in the foreground when it is back, in whatever order the browser says so', () => {
  hasFocus = true;
  watch();
  fire('blur');
  show('hidden');
  fire('focus');
  show('visible');
  expect(told).toEqual([
    'unknown foregrounded',
    'foregrounded backgrounded',
    'backgrounded hidden',
    'hidden foregrounded',
  ]);
});

test('events that change nothing are not told, and after the end none is', () => {
  watch();
  show('visible');
  fire('focus');
  fire('focus');
  life.abort();
  fire('blur');
  show('hidden');
  expect(told).toEqual(['unknown visible', 'visible foregrounded']);
});
