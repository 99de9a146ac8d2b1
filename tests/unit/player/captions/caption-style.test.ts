import { expect, test } from 'vitest';
import * as z from 'zod';
import {
  captionColors,
  captionEdges,
  captionFonts,
  captionOpacities,
} from '../../../../shared/player/caption-style.ts';
import { captionStyleSchema } from '../../../../shared/player/caption-style-schema.ts';
import {
  captionScale,
  captionStyleProperties,
} from '../../../../src/player/captions/caption-style.ts';

test('a viewer without choices gets the page’s own style', () => {
  expect(Object.values(captionStyleProperties({})).filter((value) => value !== null)).toEqual([]);
});

test('a colour uses its standard opacity, and an opacity its standard colour', () => {
  expect(
    captionStyleProperties({ color: 'yellow', backgroundOpacity: 0, window: 'blue' }),
  ).toMatchObject({
    '--caption-color': 'rgb(255 255 0 / 100%)',
    '--caption-background': 'rgb(0 0 0 / 0%)',
    '--caption-window': 'rgb(0 0 255 / 0%)',
  });
});

test('every choice of the menu has a style, and its stored form can be read back', () => {
  for (const font of captionFonts)
    expect(captionStyleProperties({ font })['--caption-font']).toBeTruthy();
  for (const edge of captionEdges)
    expect(captionStyleProperties({ edge })['--caption-edge']).toBeTruthy();
  for (const color of captionColors)
    for (const opacity of captionOpacities) {
      const style = { color, opacity, background: color, backgroundOpacity: opacity };
      expect(captionStyleProperties(style)['--caption-color']).toMatch(
        /^rgb\(\d+ \d+ \d+ \/ \d+%\)$/,
      );
      expect(z.parse(captionStyleSchema, style)).toEqual(style);
    }
  expect(captionStyleProperties({ font: 'small_caps' })['--caption-variant']).toBe('small-caps');
});

test.each([
  { color: 'url(https://evil.example)' },
  { font: 'x; } body { display: none' },
  { opacity: 33 },
  { edge: null },
  [],
  'yellow',
])('%j is refused as a style', (value) => {
  expect(z.safeParse(captionStyleSchema, value).success).toBe(false);
});

test('sizes are those of the captions module', () => {
  expect([-1, 0, 1, 2, 3].map(captionScale)).toEqual([0.75, 1, 1.25, 1.5, 1.75]);
});
