import { expect, test } from 'vitest';
import { addReport, noVitals, type PlayersVitals } from '../../../../sdk/vitals/players-vitals.ts';
import type { ReportedVitals } from '../../../../sdk/vitals/read-report.ts';
import { interaction } from './make-interaction.ts';

/** The page was opened 200 ms before the player's. */
const pageOriginMs = 10_000;
const nothing: ReportedVitals = {
  timeOriginMs: 10_200,
  interaction: null,
  layoutShift: null,
  largestPaint: null,
};

function add(
  vitals: PlayersVitals,
  reported: Partial<ReportedVitals>,
  { frame = 'a', share = 1, before = 0 } = {},
): PlayersVitals {
  const place = { frame, share: () => share };
  return addReport(vitals, { ...nothing, ...reported }, { place, before, pageOriginMs });
}

test('a report without vitals changes nothing', () => {
  expect(add(noVitals, {})).toEqual(noVitals);
});

test('the slowest interaction of all players stays, on the page’s clock', () => {
  const one = add(noVitals, { interaction });
  expect(one.interaction).toEqual({ ...interaction, startMs: 1_200, frame: 'a' });
  const two = add(one, { interaction: { ...interaction, inpMs: 400 } }, { frame: 'b' });
  expect(two.interaction).toMatchObject({ inpMs: 400, frame: 'b' });
  expect(add(two, { interaction }).interaction).toEqual(two.interaction);
});

test('a script that is reported after its interaction is added to it', () => {
  const script = { script: 'seek.js', function: '', invoker: '', ms: 250, forcedLayoutMs: 0 };
  const one = add(noVitals, { interaction });
  expect(add(one, { interaction: { ...interaction, script } }).interaction?.script).toEqual(script);
  // Another player's interaction that took as long.
  const other = add(one, { interaction: { ...interaction, script } }, { frame: 'b' });
  expect(other.interaction).toEqual(one.interaction);
});

test('the largest paint of all players stays, on the page’s clock', () => {
  const one = add(noVitals, { largestPaint: { atMs: 50, areaPx: 100 } });
  expect(one.largestPaint).toEqual({ atMs: 250, areaPx: 100, frame: 'a' });
  const two = add(one, { largestPaint: { atMs: 90, areaPx: 400 } }, { frame: 'b' });
  expect(two.largestPaint).toEqual({ atMs: 290, areaPx: 400, frame: 'b' });
  expect(add(two, { largestPaint: { atMs: 900, areaPx: 400 } })).toEqual(two);
});

test('a player’s shift counts by the part of the viewport that it covers when it grows', () => {
  const one = add(noVitals, { layoutShift: 0.4 }, { share: 0.5 });
  expect(one.shift).toEqual({ value: 0.2, frame: 'a', largest: 0.2 });
  const grown = add(one, { layoutShift: 0.6 }, { before: 0.4, share: 1 });
  expect(grown.shift?.value).toBeCloseTo(0.4);
  expect(add(grown, { layoutShift: 0.6 }, { before: 0.6 })).toEqual(grown);
  expect(add(grown, { layoutShift: 0.1 }, { before: 0.6 })).toEqual(grown);
});

test('shifts of several players add up, and the frame with the largest is named', () => {
  const one = add(noVitals, { layoutShift: 0.1 });
  const two = add(one, { layoutShift: 0.3 }, { frame: 'b' });
  const three = add(two, { layoutShift: 0.2 }, { frame: 'c' });
  expect(three.shift?.value).toBeCloseTo(0.6);
  expect(three.shift).toMatchObject({ frame: 'b', largest: 0.3 });
});
