import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

/** Red, green, blue: 0 to 255; opacity: 0 to 1. */
type Colour = [number, number, number, number];

const read = (name: string) =>
  readFileSync(new URL(`../../../src/ui/css/${name}`, import.meta.url), 'utf8');
const css = read('tokens.css');
const titleCss = read('title-bar.css');

/** The custom properties of the first rule with this selector. */
function tokensOf(selector: string): Map<string, string> {
  const rule = css.slice(css.indexOf(`${selector} {`)).split('}', 1)[0] ?? '';
  return new Map(
    Array.from(rule.matchAll(/(--[\w-]+): ([^;]+);/g), ([, name = '', value = '']) => [
      name,
      value,
    ]),
  );
}

const themes = {
  dark: tokensOf(':root'),
  light: new Map([...tokensOf(':root'), ...tokensOf(':root[data-theme="light"]')]),
};

function parse(value: string): Colour {
  const hex = /^#([\da-f]{6}|[\da-f]{3})$/.exec(value)?.[1];
  if (hex !== undefined) {
    const pairs =
      hex.length === 3 ? [...hex].map((digit) => digit + digit) : (hex.match(/../g) ?? []);
    const [r = 0, g = 0, b = 0] = pairs.map((pair) => Number.parseInt(pair, 16));
    return [r, g, b, 1];
  }
  const [r = Number.NaN, g = 0, b = 0, opacity = 100] = (value.match(/[\d.]+/g) ?? []).map(Number);
  return [r, g, b, opacity / 100];
}

const over = ([r, g, b, a]: Colour, [r2, g2, b2]: Colour): Colour => [
  r * a + r2 * (1 - a),
  g * a + g2 * (1 - a),
  b * a + b2 * (1 - a),
  1,
];

function luminance([r, g, b]: Colour): number {
  const [x = 0, y = 0, z = 0] = [r, g, b].map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * x + 0.7152 * y + 0.0722 * z;
}

/** WCAG 2: 1 to 21. */
function contrast(one: Colour, other: Colour): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

const pictures: Colour[] = [
  [0, 0, 0, 1],
  [128, 128, 128, 1],
  [255, 255, 255, 1],
];

describe.each(['dark', 'light'] as const)(
  'in the %s theme, over a black, a grey and a white picture',
  (theme) => {
    const colour = (name: string) => parse(themes[theme].get(name) ?? `missing ${name}`);
    const surfaces = (name: string) => pictures.map((picture) => over(colour(name), picture));

    test.each([
      ['--text', '--surface', 4.5],
      ['--text-soft', '--surface', 4.5],
      ['--text', '--panel', 4.5],
      ['--text-soft', '--panel', 4.5],
      ['--accent', '--surface', 3],
      ['--focus', '--surface', 3],
      ['--focus', '--panel', 3],
    ])('%s stands out from %s by %s to 1 [feature-themes]', (ink, surface, least) => {
      for (const ground of surfaces(surface)) {
        expect(contrast(colour(ink), ground)).toBeGreaterThanOrEqual(least);
        const raised = over(colour('--surface-raised'), ground);
        if (ink !== '--accent') expect(contrast(colour(ink), raised)).toBeGreaterThanOrEqual(least);
      }
    });
  },
);

/** The first rule with this selector in the style of title and length. */
function titleValue(selector: string, property: string): string {
  const rule = titleCss.slice(titleCss.indexOf(`\n${selector} {`)).split('}', 1)[0] ?? '';
  return (
    new RegExp(`\\s${property}: ([^;]+);`).exec(rule)?.[1] ?? `missing ${property} of ${selector}`
  );
}

test.each([
  ['.title-bar', 'the title', '.title-bar'],
  ['.author', 'the channel', '.title-bar'],
  ['.length', 'the length', '.length'],
])(
  '%s: over any poster %s stands out by 4.5 to 1 from the darkened %s [feature-waiting-frame]',
  (ink, _, ground) => {
    // The gradient is weakest where the text ends; below, it only fades.
    const darkest =
      (titleValue(ground, 'background').match(/rgb\([^)]*\)/g) ?? []).at(-1) ?? 'missing';
    const letters = parse(titleValue(ink, 'color'));
    for (const picture of pictures) {
      const behind = over(parse(darkest), picture);
      expect(contrast(over(letters, behind), behind)).toBeGreaterThanOrEqual(4.5);
    }
  },
);
