import { expect, test } from 'vitest';
import { mergeVital } from '../../../../sdk/vitals/merge-vital.ts';
import { noVitals, type PlayersVitals } from '../../../../sdk/vitals/players-vitals.ts';
import type { VitalMetric, VitalName } from '../../../../sdk/vitals/vital-metric.ts';
import { interaction } from './make-interaction.ts';

const entry = { size: 1_000 } as unknown as PerformanceEntry;
const page: VitalMetric = {
  name: '',
  value: 0,
  rating: 'good',
  delta: 0,
  id: 'v6-1',
  entries: [entry],
  navigationType: 'navigate',
  attribution: { target: 'h1' },
};
const merge = (
  name: VitalName,
  value: number | null,
  vitals: Partial<PlayersVitals>,
  paintEndMs = Number.POSITIVE_INFINITY,
) =>
  mergeVital(name, value === null ? null : { ...page, value }, {
    vitals: { ...noVitals, ...vitals },
    paintEndMs,
  });

for (const name of ['CLS', 'INP', 'LCP'] as const)
  test(`${name}: a page without players keeps its own metric`, () => {
    expect(merge(name, 7, {})).toEqual({ ...page, value: 7 });
    expect(merge(name, null, {})).toBeNull();
  });

test('CLS is the sum, and keeps what the page’s own part is attributed to', () => {
  const shift = { value: 0.2, frame: 'iframe#a', largest: 0.1 };
  expect(merge('CLS', 0.1, { shift })).toEqual({
    value: 0.1 + 0.2,
    entries: [entry],
    attribution: { target: 'h1', player: { frame: 'iframe#a', value: 0.2 } },
  });
  expect(merge('CLS', null, { shift })).toMatchObject({ value: 0.2, entries: [] });
});

const slow = { ...interaction, frame: 'iframe#a' };

test('INP is the slower interaction; one with a player has its own parts', () => {
  expect(merge('INP', 301, { interaction: slow })).toEqual({ ...page, value: 301 });
  expect(merge('INP', 299, { interaction: slow })).toMatchObject({
    value: 300,
    entries: [],
    attribution: {
      interactionTarget: 'iframe#a',
      interactionType: 'pointer',
      interactionTime: 1_000,
      nextPaintTime: 1_300,
      inputDelay: 100,
      processingDuration: 150,
      presentationDelay: 50,
      player: { frame: 'iframe#a', value: 300, script: null },
    },
  });
});

test('INP of a player is reported for a page that nobody has used', () => {
  const script = { script: 'page.js', function: 'f', invoker: 'user-callback' };
  const typed = { ...slow, type: 'keydown', script: { ...script, ms: 1, forcedLayoutMs: 0 } };
  expect(merge('INP', null, { interaction: typed })).toMatchObject({
    value: 300,
    attribution: {
      interactionType: 'keyboard',
      player: { script: { script: 'page.js', function: 'f' } },
    },
  });
});

test('LCP is the time of the larger paint', () => {
  const smaller = { atMs: 900, areaPx: 1_000, frame: 'iframe#a' };
  expect(merge('LCP', 500, { largestPaint: smaller })).toMatchObject({ value: 500 });
  const larger = { ...smaller, areaPx: 1_001 };
  expect(merge('LCP', 500, { largestPaint: larger })).toMatchObject({
    value: 900,
    entries: [],
    attribution: {
      target: 'iframe#a',
      elementRenderDelay: 900,
      player: { frame: 'iframe#a', value: 900 },
    },
  });
});

test('a player that paints after the viewer has acted is no LCP', () => {
  const late = { atMs: 901, areaPx: 9_999, frame: 'iframe#a' };
  expect(merge('LCP', 500, { largestPaint: late }, 900)).toMatchObject({ value: 500 });
  expect(merge('LCP', null, { largestPaint: late }, 900)).toBeNull();
});
