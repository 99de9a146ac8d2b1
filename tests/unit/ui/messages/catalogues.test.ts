import { describe, expect, test } from 'vitest';
import { liveLabels, playLabels } from '../../../../shared/page/shell-texts.ts';
import { type Language, languages } from '../../../../shared/player/languages.ts';
import { untranslated } from '../../../../src/ui/controls/translation/untranslated.ts';
import type { Catalogue } from '../../../../src/ui/messages/catalogue.ts';
import { messages as english } from '../../../../src/ui/messages/en.ts';
import { loadCatalogue } from '../../../../src/ui/messages/load-catalogue.ts';

const keys = Object.keys(english) as (keyof Catalogue)[];
const plural = /\{\w+, plural, (?:[\w=]+ \{[^{}]*\}\s*)+\}/g;

/** Placeholders of a text, each once. */
function placeholders(text: string): string[] {
  const counted = text.matchAll(/\{(\w+), plural/g);
  const named = text.replaceAll(plural, '').matchAll(/\{(\w+)\}/g);
  return [...new Set(Array.from([...counted, ...named], ([, name = '']) => name))].sort();
}

/** The categories that each plural of a text has a form for. */
function pluralForms(text: string): string[][] {
  return Array.from(text.matchAll(plural), ([whole]) =>
    Array.from(whole.matchAll(/([\w=]+) \{/g), ([, category = '']) => category),
  );
}

test('a text with translations no longer waits for them', () => {
  const both = Object.keys(untranslated).filter((key) => Object.hasOwn(english, key));
  expect(both, 'in untranslated.ts and in en.ts').toEqual([]);
});

describe.each(languages)('the catalogue in %s', (language: Language) => {
  const load = async () => (await loadCatalogue(language)).messages;
  /** Only existing texts: the first test reports missing ones. */
  const loadTexts = async () => {
    const messages = await load();
    return keys.flatMap((key) =>
      messages[key] === undefined ? [] : [{ key, text: messages[key] }],
    );
  };

  test('has a text for every key, and no other keys [feature-languages]', async () => {
    const messages = await load();
    const missing = keys.filter((key) => !messages[key]?.trim());
    expect(missing, `missing in src/ui/messages/${language}.ts`).toEqual([]);
    const unknown = Object.keys(messages).filter((key) => !Object.hasOwn(english, key));
    expect(unknown, `in src/ui/messages/${language}.ts but not in en.ts`).toEqual([]);
  });

  test('has the placeholders of the English text', async () => {
    const wrong = (await loadTexts()).filter(
      ({ key, text }) => placeholders(text).join() !== placeholders(english[key]).join(),
    );
    expect(wrong, `other {names} in src/ui/messages/${language}.ts than in en.ts`).toEqual([]);
  });

  test('has a form for each plural category of the language, wherever it counts', async () => {
    const wanted = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
    const wrong = (await loadTexts()).filter(({ text }) =>
      pluralForms(text).some((forms) => wanted.some((category) => !forms.includes(category))),
    );
    expect(wrong, `the language has the forms ${wanted.join(', ')}`).toEqual([]);
  });

  test('has no stray braces', async () => {
    const wrong = (await loadTexts()).filter(({ text }) =>
      /[{}]/.test(text.replaceAll(plural, '').replaceAll(/\{\w+\}/g, '')),
    );
    expect(wrong).toEqual([]);
  });

  test('names the play button and live streams like the page from the server', async () => {
    const { play, live } = await load();
    expect([playLabels[language], liveLabels[language]]).toEqual([play, live]);
  });
});
