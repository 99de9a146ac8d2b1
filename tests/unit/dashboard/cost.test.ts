import { expect, test } from 'vitest';
import { formatMeasure, measures } from '../../../dashboard/cost/measures.ts';
import { formatLatest, formatMoment, formatPeriod } from '../../../dashboard/format.ts';
import { costMeasures } from '../../../shared/telemetry/cost-report.ts';

test('a measure has its unit', () => {
  expect([
    formatMeasure('largestPaintMs', 1_234),
    formatMeasure('layoutShift', 0.0421),
    formatMeasure('transferredBytes', 123_456),
    formatMeasure('requestCount', 1_200),
    formatMeasure('requestCount', null),
  ]).toEqual(['1.23 s', '0.042', '123 kB', '1,200', '–']);
});

test('each measure has a label of its own, and one sentence says what it is', () => {
  expect(new Set(costMeasures.map((measure) => measures[measure].label)).size).toBe(
    costMeasures.length,
  );
  for (const measure of costMeasures)
    expect(measures[measure].definition).toMatch(/^[A-Z][^.]*\.$/);
});

test('a period without a beginning names its end only', () => {
  const [fromMs, toMs] = [86_400_000, 172_800_000];
  expect(formatPeriod(0, toMs)).toBe(`until ${formatMoment(toMs)}`);
  expect(formatPeriod(fromMs, toMs)).toBe(`from ${formatMoment(fromMs)} to ${formatMoment(toMs)}`);
});

test('what is left out is named', () => {
  expect(formatLatest(null, 'embeds')).toBe('');
  expect(formatLatest(5, 'embeds')).toContain('Only the latest embeds are counted');
});
