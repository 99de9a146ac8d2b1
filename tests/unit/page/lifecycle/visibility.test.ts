import { describe, expect, test } from 'vitest';
import type { VisibilityState } from '../../../../shared/rpc/page-state.ts';
import {
  nextVisibilityState,
  type VisibilityEvent,
} from '../../../../src/page/lifecycle/visibility.ts';

/** The whole table: the next state for each state and event. */
const table: Record<VisibilityState, Record<VisibilityEvent, VisibilityState>> = {
  unknown: { shown: 'visible', hidden: 'hidden', focus: 'foregrounded', blur: 'backgrounded' },
  visible: { shown: 'visible', hidden: 'hidden', focus: 'foregrounded', blur: 'backgrounded' },
  hidden: { shown: 'visible', hidden: 'hidden', focus: 'hidden', blur: 'hidden' },
  foregrounded: {
    shown: 'foregrounded',
    hidden: 'hidden',
    focus: 'foregrounded',
    blur: 'backgrounded',
  },
  backgrounded: {
    shown: 'backgrounded',
    hidden: 'hidden',
    focus: 'foregrounded',
    blur: 'backgrounded',
  },
};
const states = Object.keys(table) as VisibilityState[];

describe.each(states)('a page that is %s', (state) => {
  test.each(Object.entries(table[state]) as [VisibilityEvent, VisibilityState][])(
    'after %s is %s',
    (event, next) => {
      expect(nextVisibilityState(state, event)).toBe(next);
    },
  );
});

test('a hidden page is never in the foreground, whatever the focus does', () => {
  const events: VisibilityEvent[] = ['focus', 'hidden', 'focus', 'blur', 'focus'];
  expect(events.reduce(nextVisibilityState, 'unknown')).toBe('hidden');
});
