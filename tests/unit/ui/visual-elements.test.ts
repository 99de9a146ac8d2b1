import { describe, expect, test } from 'vitest';
import { visualElementLimits } from '../../../shared/limits/visual-element-limits.ts';
import { playbackState } from '../../../shared/player/playback-state.ts';
import { initialPlayerState } from '../../../src/player/state/player-state.ts';
import { createAttachCache } from '../../../src/ui/visual-elements/attach-cache.ts';
import { readGesture } from '../../../src/ui/visual-elements/read-gesture.ts';
import { screenName } from '../../../src/ui/visual-elements/screen-name.ts';

describe('the screen', () => {
  const { unstarted, cued, buffering, playing, paused, ended } = playbackState;
  test.each([
    ['start', { playback: unstarted }],
    ['start', { playback: cued }],
    ['player', { playback: cued, isPlayRequested: true }],
    ['player', { playback: unstarted, isPlayRequested: true }],
    ['player', { playback: buffering }],
    ['player', { playback: playing }],
    ['player', { playback: paused }],
    ['ended', { playback: ended }],
    ['error', { playback: unstarted, error: { name: 'fmt.decode', message: null } }],
  ])('is %s for %j', (name, state) => {
    expect(screenName({ ...initialPlayerState, ...state })).toBe(name);
  });
});

test('the cache remembers its entries, and forgets the oldest beyond 1,000 [spec-9.20]', () => {
  const cache = createAttachCache(visualElementLimits.attachCacheCount);
  const keys = Array.from({ length: 1_000 }, (_, index) => `element ${index}`);
  for (const key of keys) expect(cache.add(key)).toBe(true);
  for (const key of keys) expect(cache.add(key)).toBe(false);
  expect(cache.add('one more')).toBe(true);
  expect(cache.add('element 1')).toBe(false);
  expect(cache.add('element 0')).toBe(true);
  expect(cache.add('element 1')).toBe(true);
});

describe('a gesture', () => {
  test.each([
    ['click', { type: 'click', detail: 1, pointerType: 'mouse' }, false],
    ['click', { type: 'click', detail: 2, pointerType: 'pen' }, false],
    // Browsers that report clicks as MouseEvent.
    ['click', { type: 'click', detail: 1 }, false],
    ['touch', { type: 'click', detail: 1, pointerType: 'touch' }, false],
    ['key', { type: 'click', detail: 0, pointerType: '' }, false],
    ['key', { type: 'keydown', key: 'ArrowLeft' }, true],
    ['key', { type: 'keydown', key: 'PageUp' }, true],
    ['key', { type: 'keydown', key: 'End' }, true],
    // Their click follows.
    [null, { type: 'keydown', key: 'Enter' }, false],
    [null, { type: 'keydown', key: 'ArrowDown' }, false],
    [null, { type: 'keydown', key: 'Tab' }, true],
    [null, { type: 'keydown', key: 'k' }, true],
    // Held down.
    [null, { type: 'keydown', key: 'ArrowLeft', repeat: true }, true],
  ] as const)('%s is %j (slider: %j)', (kind, event, isSlider) => {
    expect(readGesture(event, isSlider)).toBe(kind);
  });
});
