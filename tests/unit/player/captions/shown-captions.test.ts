import { expect, test } from 'vitest';
import { shownCaptions } from '../../../../src/player/captions/shown-captions.ts';
import { uniqueLanguages } from '../../../../src/player/engines/parts/engine-text-tracks.ts';
import { initialPlayerState, type PlayerState } from '../../../../src/player/state/player-state.ts';

const track = (languageCode: string) => ({
  languageCode,
  label: languageCode,
  textTrackId: languageCode,
});
const sound = (languageCode: string) => ({ id: languageCode, languageCode, label: '' });

const shown = (changes: Partial<PlayerState>, ...languages: string[]) =>
  shownCaptions({ ...initialPlayerState, ...changes }, languages)?.languageCode ?? null;

const forced = {
  forcedTracks: [track('en'), track('es-MX')],
  audioTracks: [sound('en'), sound('es'), sound('ja')],
};

test('only the chosen captions show', () => {
  const captionTracks = [track('en'), track('fr')];
  expect(shown({ ...forced, captionTracks, captionsLanguage: 'fr', audioTrackId: 'en' })).toBe(
    'fr',
  );
  expect(shown({ captionTracks })).toBeNull();
});

test('without a choice forced captions show in the language of the sound, or of its family', () => {
  expect(shown({ ...forced, audioTrackId: 'en' })).toBe('en');
  expect(shown({ ...forced, audioTrackId: 'es' })).toBe('es-MX');
  expect(shown({ ...forced, audioTrackId: 'ja' }, 'en')).toBeNull();
});

test('when the spoken language is unknown the viewer’s languages decide', () => {
  const { forcedTracks } = forced;
  expect(shown({ forcedTracks }, 'de', 'ES', 'en')).toBe('es-MX');
  expect(shown({ forcedTracks, audioTracks: [sound('')], audioTrackId: '' }, 'en')).toBe('en');
  expect(shown({ forcedTracks }, 'de')).toBeNull();
});

test('captions of one language have distinct names, and an invalid language is undetermined', () => {
  expect(uniqueLanguages(['en', 'en', 'en', 'fr', 'en-x-sdh', 'en-x-sdh'])).toEqual([
    'en',
    'en-x-2',
    'en-x-3',
    'fr',
    'en-x-sdh',
    'en-x-sdh-2',
  ]);
  expect(uniqueLanguages([undefined, '', '<b>', 'no language'])).toEqual([
    'und',
    'und-x-2',
    'und-x-3',
    'und-x-4',
  ]);
});
