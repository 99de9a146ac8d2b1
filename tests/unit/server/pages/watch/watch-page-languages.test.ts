import { expect, test } from 'vitest';
import { languages } from '../../../../../shared/player/languages.ts';
import { shareInFile } from '../../support/when-done.ts';
import { openWatchPage, startWithVideos } from './open-watch-page.ts';

const site = shareInFile(() => startWithVideos());

test.each([
  ['', {}, 'en', 'ltr', 'Chapters'],
  ['', { 'Accept-Language': 'ja;q=0.5, de-AT' }, 'de', 'ltr', 'Kapitel'],
  ['?hl=fr', { 'Accept-Language': 'de' }, 'fr', 'ltr', 'Chapitres'],
  ['?hl=ar', {}, 'ar', 'rtl', 'الفصول'],
  ['?hl="><script>', { 'Accept-Language': '"><script>' }, 'en', 'ltr', 'Chapters'],
])(
  'with "%s" and %o the page is in %s, written %s',
  async (query, headers, lang, dir, chapters) => {
    const { embed } = site();
    const { named } = await openWatchPage(embed, `/watch/video000001${query}`, headers);
    expect(named('html')[0]?.attributes).toMatchObject({ lang, dir });
    expect(named('h2').map(({ text }) => text)).toContain(chapters);
  },
);

test.each(languages)('the page has texts in %s for each of its states', async (language) => {
  const { embed } = site();
  for (const path of ['/watch/video000001', '/watch/unknown0000', '/watch/private0001']) {
    const { named } = await openWatchPage(embed, path, { 'Accept-Language': language });
    expect(named('html')[0]?.attributes.lang).toBe(language);
    const shown = ['h1', 'h2', 'p', 'button', 'span'].flatMap(named).map(({ text }) => text);
    expect(shown.join()).not.toMatch(/undefined|null|[{}]/);
  }
});
