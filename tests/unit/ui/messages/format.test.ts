import { describe, expect, test } from 'vitest';
import { formatMessage } from '../../../../src/ui/messages/format-message.ts';
import {
  formatDuration,
  formatLanguageName,
  formatNumber,
} from '../../../../src/ui/messages/format-values.ts';

describe('a text', () => {
  test.each([
    ['{a} of {b}', { a: 'x', b: 1_234.5 }, 'x of 1,234.5'],
    ['{a} and {a}', { a: '$&' }, '$& and $&'],
    ['of {missing}.', {}, 'of .'],
    ['{count, plural, one {# video} other {# videos}}', { count: 1 }, '1 video'],
    ['{count, plural, one {# video} other {# videos}} more', { count: 1_200 }, '1,200 videos more'],
    [
      '{count, plural, =0 {nothing} one {one} other {#}} in {place}',
      { count: 0, place: 'x' },
      'nothing in x',
    ],
    ['{count, plural, other {# of}} {title}', { count: 2, title: '{count} #' }, '2 of {count} #'],
  ])('%j with %j says %j', (pattern, values: Record<string, string | number>, expected) => {
    expect(formatMessage(pattern, values, 'en')).toBe(expected);
  });

  test('counts as its language does', () => {
    const pattern = '{count, plural, zero {z} one {o} two {t} few {f} many {m} other {x}}';
    const forms = [0, 1, 2, 3, 11, 100].map((count) => formatMessage(pattern, { count }, 'ar'));
    expect(forms).toEqual(['z', 'o', 't', 'f', 'm', 'x']);
    expect(formatMessage(pattern, { count: 2 }, 'ja')).toBe('x');
  });
});

test.each([
  [0, '0 seconds'],
  [1.9, '1 second'],
  [63, '1 minute 3 seconds'],
  [3_600, '1 hour'],
  [36_061, '10 hours 1 minute 1 second'],
  [Number.NaN, '0 seconds'],
  [-5, '0 seconds'],
])('%s seconds are said as %s', (seconds, expected) => {
  expect(formatDuration(seconds, 'en')).toBe(expected);
});

test('a time is said in the viewer’s language', () => {
  expect(formatDuration(63, 'de')).toMatch(/^1 Minute.* 3 Sekunden$/);
  expect(formatDuration(63, 'ja')).toMatch(/^1 ?分.*3 ?秒$/);
});

test('digits are those of the clock, in every language', () => {
  expect(formatNumber(1.5, 'de')).toBe('1,5');
  expect(formatNumber(12, 'ar')).toBe('12');
  expect(formatDuration(12, 'ar')).toContain('12');
});

test('a language is named in the viewer’s, and a tag that has no name stays as it is', () => {
  expect(formatLanguageName('es', 'de')).toBe('Spanisch');
  expect(formatLanguageName('en-x-sdh', 'es')).toBe('inglés');
  expect(formatLanguageName('zxx-not a tag', 'en')).toBe('zxx-not a tag');
});
