import { expect, test } from 'vitest';
import { parseMessage, readReport } from '../../../../sdk/vitals/read-report.ts';
import { interaction } from './make-interaction.ts';

for (const [what, data] of [
  ['an object', { event: 'onReady' }],
  ['no JSON', '{"event":'],
  ['null', 'null'],
  ['a number', '7'],
  ['a long text', `"${'x'.repeat(100_000)}"`],
] as const)
  test(`${what} is no message`, () => {
    expect(parseMessage(data)).toBeNull();
  });

test('a message is read', () => {
  expect(parseMessage('{"event":"onReady","info":null}')).toEqual({ event: 'onReady', info: null });
});

const good = {
  timeOriginMs: 5,
  interaction,
  layoutShift: 0.25,
  largestPaint: { atMs: 80, areaPx: 100 },
};

test('the vitals of a report are read', () => {
  expect(readReport({ ...good, reason: 'asked' })).toEqual(good);
});

for (const info of [undefined, null, 7, {}, { ...good, timeOriginMs: 'now' }])
  test(`${JSON.stringify(info)} is no report`, () => {
    expect(readReport(info)).toBeNull();
  });

const nothing = { timeOriginMs: 5, interaction: null, layoutShift: null, largestPaint: null };

test('what is not as promised is left out, and nothing else', () => {
  expect(
    readReport({
      timeOriginMs: 5,
      interaction: { ...interaction, inputDelayMs: -1 },
      layoutShift: '0.5',
      largestPaint: { atMs: 80 },
    }),
  ).toEqual(nothing);
  expect(readReport({ ...good, interaction: { ...interaction, type: 1 } })).toEqual({
    ...good,
    interaction: null,
  });
  expect(readReport({ timeOriginMs: 5, interaction: 1, largestPaint: [] })).toEqual(nothing);
});
