import { expect, test } from 'vitest';
import { createQualityChoice } from '../../../../src/player/session/quality-choice.ts';
import { createPlayerStore } from '../../../../src/player/state/player-store.ts';

const levels = [
  { id: '0', height: 360, bitrate: 1 },
  { id: '1', height: 720, bitrate: 2 },
];

function startChoice(suggestedHeight: number | null = null) {
  const store = createPlayerStore();
  const used: (string | null)[] = [];
  const choice = createQualityChoice(store, suggestedHeight, (id) => used.push(id));
  return { choice, used, store, know: () => store.dispatch({ type: 'qualities', levels }) };
}

test.each([
  [720, '1'],
  [500, '0'],
  [144, '0'],
  [2160, '1'],
  [null, null],
])('of the levels, a height of %j selects %j', (height, id) => {
  const { choice, used, store, know } = startChoice();
  know();
  choice.setQualityHeight(height);
  expect(used).toEqual([id]);
  expect(store.getState().fixedQualityId).toBe(id);
});

test('a height that is chosen before levels are known stays chosen', () => {
  const { choice, used } = startChoice(720);
  choice.setQualityHeight(360);
  expect(used).toEqual([null]);
  expect(choice.height()).toBe(360);
});

test('a level that the viewer chooses replaces the suggested height, and so does automatic', () => {
  const { choice, used, know } = startChoice(720);
  know();
  choice.setQuality('0');
  expect(choice.height()).toBe(360);
  choice.setQuality(null);
  expect(choice.height()).toBeNull();
  expect(used).toEqual(['0', null]);
});
