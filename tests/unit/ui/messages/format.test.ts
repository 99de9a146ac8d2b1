import { describe, expect, test } from 'vitest';
import { type Language, languages } from '../../../../shared/player/languages.ts';
import { formatMessage } from '../../../../src/ui/controls/translation/format-message.ts';
import { formatNumber } from '../../../../src/ui/controls/translation/format-number.ts';
import { tDuration, tPercent } from '../../../../src/ui/controls/translation/localized.ts';
import { pluralCategory } from '../../../../src/ui/controls/translation/plural-category.ts';
import { speak, t } from '../../../../src/ui/controls/translation/translate.ts';
import { untranslated } from '../../../../src/ui/controls/translation/untranslated.ts';
import { formatLanguageName } from '../../../../src/ui/messages/format-values.ts';
import { loadCatalogue } from '../../../../src/ui/messages/load-catalogue.ts';

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
  ])('%j with %j is %j', (pattern, values: Record<string, string | number>, expected) => {
    expect(formatMessage(pattern, values, 'en')).toBe(expected);
  });

  test('uses the plural rules of its language', () => {
    const pattern = '{count, plural, zero {z} one {o} two {t} few {f} many {m} other {x}}';
    const forms = [0, 1, 2, 3, 11, 100].map((count) => formatMessage(pattern, { count }, 'ar'));
    expect(forms).toEqual(['z', 'o', 't', 'f', 'm', 'x']);
    expect(formatMessage(pattern, { count: 2 }, 'ja')).toBe('x');
  });
});

test('a text without translations is English in every language, until a catalogue has it', async () => {
  const german = await loadCatalogue('de');
  const english = { ...untranslated, play: 'Play it', pause: 'Pause it' };
  const { pause: _, ...others } = german.messages;
  speak({ ...german, messages: others as typeof german.messages }, english);
  expect([t('play'), t('pause')]).toEqual([german.messages.play, 'Pause it']);
});

test.each([
  [0, '0 seconds'],
  [1.9, '1 second'],
  [63, '1 minute 3 seconds'],
  [3_600, '1 hour'],
  [36_061, '10 hours 1 minute 1 second'],
  [Number.NaN, '0 seconds'],
  [-5, '0 seconds'],
])('%s seconds are spoken as %s', async (seconds, expected) => {
  speak(await loadCatalogue('en'));
  expect(tDuration(seconds)).toBe(expected);
});

describe.each(languages)('in %s, without Intl and with the same result,', (language: Language) => {
  /** As ICU words it, which is too expensive for the page to ask. */
  function shownByIntl(seconds: number): string {
    const units = [
      ['hour', Math.floor(seconds / 3_600)],
      ['minute', Math.floor(seconds / 60) % 60],
      ['second', seconds % 60],
    ] as const;
    const shown = units.filter(([, count]) => count > 0);
    const written = shown.map(([unit, count]) =>
      new Intl.NumberFormat(`${language}-u-nu-latn`, {
        style: 'unit',
        unit,
        unitDisplay: 'long',
      }).format(count),
    );
    return new Intl.ListFormat(language, { type: 'unit', style: 'narrow' }).format(written);
  }

  test('a time is formatted', async () => {
    speak(await loadCatalogue(language));
    for (const seconds of [1, 2, 3, 11, 59, 60, 63, 120, 671, 3_600, 3_601, 7_322, 39_671, 360_001])
      expect(tDuration(seconds)).toBe(shownByIntl(seconds));
  });

  test('a share is formatted', async () => {
    speak(await loadCatalogue(language));
    const format = new Intl.NumberFormat(`${language}-u-nu-latn`, { style: 'percent' });
    for (let percent = 0; percent <= 100; percent += 1)
      expect(tPercent(percent / 100)).toBe(format.format(percent / 100));
  });

  test('numbers are formatted', () => {
    const rules = new Intl.PluralRules(language);
    for (let number = 0; number <= 1_200; number += 1)
      expect(pluralCategory(number, language), `${number}`).toBe(rules.select(number));
    expect(pluralCategory(1_000_000, language)).toBe(rules.select(1_000_000));
    expect(pluralCategory(1.5, language)).toBe(rules.select(1.5));
  });
});

test('digits are those of the clock, in every language', () => {
  expect(formatNumber(1.5, 'de')).toBe('1,5');
  expect(formatNumber(12, 'ar')).toBe('12');
  expect(formatNumber(1_200, 'ar')).toContain('1');
});

test('a language is named in the viewer’s, and a tag without a name stays unchanged', () => {
  expect(formatLanguageName('es', 'de')).toBe('Spanisch');
  expect(formatLanguageName('en-x-sdh', 'es')).toBe('inglés');
  expect(formatLanguageName('zxx-not a tag', 'en')).toBe('zxx-not a tag');
});
