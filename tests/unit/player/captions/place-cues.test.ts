import { describe, expect, test } from 'vitest';
import { captionLimits } from '../../../../shared/limits/playing-limits.ts';
import { type CueSettings, placeCues } from '../../../../src/player/captions/place-cues.ts';

interface Cue extends CueSettings {
  text: string;
}

/** WebVTT's cues without settings. */
function cue(text: string, settings: Partial<CueSettings> = {}): Cue {
  return {
    text,
    vertical: '',
    snapToLines: true,
    line: 'auto',
    position: 'auto',
    positionAlign: 'auto',
    size: 100,
    align: 'center',
    region: null,
    ...settings,
  };
}

const placesOf = (...cues: Cue[]) =>
  placeCues(cues).map(({ at, start, size, cues: inStack }) => ({
    at,
    start,
    size,
    texts: inStack.map(({ text }) => text),
  }));

test('a cue without settings stands at the bottom, over the whole width', () => {
  expect(placesOf(cue('a'))).toEqual([{ at: 100, start: 0, size: 100, texts: ['a'] }]);
  expect(placesOf()).toEqual([]);
});

describe('simultaneous cues', () => {
  test('stack upwards at the bottom, and the first keeps its place', () => {
    expect(placesOf(cue('first'), cue('second'), cue('third'))[0]?.texts).toEqual([
      'third',
      'second',
      'first',
    ]);
  });

  test('stack downwards at the top', () => {
    expect(placesOf(cue('first', { line: 0 }), cue('second', { line: 0 }))[0]?.texts).toEqual([
      'first',
      'second',
    ]);
  });

  test('do not overlap where their lines are near, and keep the order of the lines', () => {
    const [stack, ...others] = placesOf(cue('lower', { line: -1 }), cue('upper', { line: -2 }));
    expect(stack).toMatchObject({ at: 100, texts: ['upper', 'lower'] });
    expect(others).toEqual([]);
  });

  test('stay separate at opposite edges, and beside each other', () => {
    expect(placesOf(cue('top', { line: 0 }), cue('bottom'))).toHaveLength(2);
    expect(
      placesOf(
        cue('left', { position: 0, align: 'left', size: 40 }),
        cue('right', { position: 100, align: 'right', size: 40 }),
      ),
    ).toEqual([
      { at: 100, start: 60, size: 40, texts: ['right'] },
      { at: 100, start: 0, size: 40, texts: ['left'] },
    ]);
  });

  test('are limited to a readable number, whatever a file has', () => {
    const many = Array.from({ length: 50_000 }, (_, index) => cue(`${index}`));
    expect(placeCues(many).flatMap(({ cues }) => cues)).toHaveLength(captionLimits.shownCuesCount);
  });
});

test.each([
  [{ line: 0 }, 0],
  [{ line: -1 }, 100],
  [{ line: 7.5 }, 50],
  [{ line: 1_000 }, 100],
  [{ line: -1_000 }, 0],
  [{ line: 85, snapToLines: false }, 85],
  [{ line: 400, snapToLines: false }, 100],
  [{ line: -3, snapToLines: false }, 0],
] as const)(
  'the line %o is placed at %d%% of the height, always within the picture',
  (settings, at) => {
    expect(placesOf(cue('a', settings))[0]?.at).toBe(at);
  },
);

test.each([
  [{ align: 'left', size: 40 }, 0, 40],
  [{ align: 'end', size: 40 }, 60, 40],
  [{ position: 10, size: 60 }, 0, 20],
  [{ position: 10, align: 'start' }, 10, 90],
  [{ position: 90, align: 'right' }, 0, 90],
  [{ position: 50, positionAlign: 'line-left', size: 100 }, 50, 50],
  [{ position: 50, positionAlign: 'line-right', size: 30 }, 20, 30],
  [{ position: -40, size: 400 }, 0, 0],
] as const)('the settings %o place a line from %d%% on, %d%% wide', (settings, start, size) => {
  expect(placesOf(cue('a', settings))[0]).toMatchObject({ start, size });
});

test('vertical lines begin at the side where reading begins', () => {
  expect(placesOf(cue('縦', { vertical: 'rl' }))[0]?.at).toBe(100);
  expect(placesOf(cue('縦', { vertical: 'rl', line: 14 }))[0]?.at).toBeCloseTo(6.67, 1);
  expect(placesOf(cue('ᠮ', { vertical: 'lr' }))[0]?.at).toBe(0);
});

test('a region has its own place, and newer cues appear below older ones', () => {
  const region = { width: 40, viewportAnchorX: 10, viewportAnchorY: 90, regionAnchorX: 0 };
  expect(placesOf(cue('older', { region }), cue('newer', { region }))).toEqual([
    { at: 90, start: 10, size: 40, texts: ['older', 'newer'] },
  ]);
  const outside = { width: 80, viewportAnchorX: 90, viewportAnchorY: 150, regionAnchorX: 0 };
  expect(placesOf(cue('a', { region: outside }))[0]).toMatchObject({
    at: 100,
    start: 20,
    size: 80,
  });
});
