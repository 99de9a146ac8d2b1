import fc from 'fast-check';
import { expect, test } from 'vitest';
import { scanJson } from '../../../../server/http/scan-json.ts';
import { intakeCostLimits } from '../../../../server/intake/intake-limits.ts';

const bounds = { list: 'events', itemMaxChars: 1_000_000 };
const depth = intakeCostLimits.jsonDepth.value;
const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;

test('the scanner finds the items of the list unchanged in the text, whatever surrounds them', () => {
  const objects = fc.dictionary(fc.string({ unit: 'grapheme' }), fc.jsonValue());
  fc.assert(
    fc.property(
      fc.array(fc.jsonValue()),
      objects,
      objects,
      fc.nat(4),
      (events, before, after, spaces) => {
        const text = JSON.stringify({ ...before, events, ...after, events2: events }, null, spaces);
        const found = scanJson(text, bounds);
        const value = JSON.parse(text);
        if (!found.ok || !Array.isArray(value.events)) return;
        expect(found.value.map(({ start, end }) => JSON.parse(text.slice(start, end)))).toEqual(
          value.events,
        );
      },
    ),
  );
});

test('the scanner reads any text, JSON or not', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'[]{}",:\\ae1 ') }), (text) => {
      expect(scanJson(text, bounds)).toBeDefined();
      expect(scanJson(`{"events":${text}}`, bounds)).toBeDefined();
    }),
  );
});

test('nesting is limited, and an item that is nested too deeply affects only itself', () => {
  expect(scanJson(nested(depth))).toMatchObject({ ok: true });
  expect(scanJson(nested(depth + 1))).toMatchObject({ ok: false, error: { code: 'TOO_COMPLEX' } });
  expect(scanJson(`{"events":[1,${nested(500_000)},2]}`, bounds)).toMatchObject({
    ok: true,
    value: [{ problem: null }, { problem: 'too_deep' }, { problem: null }],
  });
  expect(scanJson(`{"other":[1,${nested(depth)},2]}`, bounds).ok).toBe(false);
});

test('the number of values is limited, without those of an item that is too large', () => {
  const values = intakeCostLimits.bodyValuesCount.value;
  expect(scanJson(`[${'1,'.repeat(values - 10)}1]`).ok).toBe(true);
  expect(scanJson(`[${'1,'.repeat(values)}1]`).ok).toBe(false);
  const item = `[${'1,'.repeat(values)}1]`;
  const found = scanJson(`{"events":[${item}, 7 ,${item}]}`, { ...bounds, itemMaxChars: 1_000 });
  expect(found).toMatchObject({
    ok: true,
    value: [{ problem: 'too_large' }, { problem: null }, { problem: 'too_large' }],
  });
  expect(scanJson(`{"events":[${item}]}`, bounds).ok).toBe(false);
  expect(scanJson(`{"events":${item}}`, bounds).ok).toBe(false);
});

test('brackets, commas and quotes in strings are no structure', () => {
  const text = JSON.stringify({ a: '\\"[[[,,,"'.repeat(1_000), events: ['\\', '"', ',]}'] });
  expect(scanJson(text, bounds)).toMatchObject({ ok: true, value: [{}, {}, {}] });
});
