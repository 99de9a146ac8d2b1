import { expect, test } from 'vitest';
import { visitorIdPath } from '../../../../shared/wire/visitor-id-path.ts';
import { intake } from '../../intake.ts';
import { play } from './play-hls.ts';

const all = (text: string) => `WEBVTT\n\n00:00.000 --> 01:04.000\n${text}\n`;

test('captions in the HLS playlist can be chosen, in each language, and are not fetched before [feature-captions]', async () => {
  const { state, shown, store, video } = play([
    { language: 'en', name: 'English', isDefault: true, vtt: all('Hello') },
    { language: 'fr', name: 'Français', vtt: all('Bonjour') },
    { language: 'fr', name: 'Français (sourds)', vtt: all('[porte] Bonjour') },
  ]);
  await expect
    .poll(() => state().captionTracks.map(({ languageCode, label }) => [languageCode, label]))
    .toEqual([
      ['en', 'English'],
      ['fr', 'Français'],
      ['fr-x-2', 'Français (sourds)'],
    ]);
  await expect.poll(() => video.currentTime).toBeGreaterThan(0.2);
  expect(shown()).toEqual([]);
  expect(Array.from(video.textTracks).flatMap(({ cues }) => Array.from(cues ?? []))).toEqual([]);
  for (const [language, text] of [
    ['fr', 'Bonjour'],
    ['en', 'Hello'],
    ['fr-x-2', '[porte] Bonjour'],
    ['fr', 'Bonjour'],
  ] as const) {
    store.dispatch({ type: 'captions', language });
    await expect.poll(shown).toEqual([text]);
  }
  store.dispatch({ type: 'captions', language: null });
  expect(shown()).toEqual([]);
});

test('forced captions in the audio’s language show while captions are off, and are not in the menu [feature-forced-captions]', async () => {
  const { state, shown, store, engine } = play([
    { language: 'en', name: 'English', vtt: all('Everything that is said') },
    { language: 'en', name: 'English', isForced: true, vtt: all('A sign in Klingon') },
    { language: 'es', name: 'Español', isForced: true, vtt: all('Un letrero') },
  ]);
  await expect.poll(shown).toEqual(['A sign in Klingon']);
  expect(state().captionTracks.map(({ label }) => label)).toEqual(['English']);
  expect(state().captionsLanguage).toBeNull();
  engine.setAudioTrack('1');
  await expect.poll(shown).toEqual(['Un letrero']);
  store.dispatch({ type: 'captions', language: 'en' });
  await expect.poll(shown).toEqual(['Everything that is said']);
  store.dispatch({ type: 'captions', language: null });
  await expect.poll(shown).toEqual(['Un letrero']);
});

test.each([
  ['whose playlist is missing', null],
  ['that do not parse', 'GIF89a not captions'],
])('captions %s are reported and stay chosen, and the film plays on', async (_, vtt) => {
  const { state, store, video, failures, shown } = play([
    { language: 'en', name: 'English', vtt },
    { language: 'fr', name: 'Français', vtt: all('Bonjour') },
  ]);
  await expect.poll(() => state().captionTracks).toHaveLength(2);
  store.dispatch({ type: 'captions', language: 'en' });
  await expect.poll(() => state().captionsFailed).toBe('en');
  expect(state().captionsLanguage).toBe('en');
  const from = video.currentTime;
  await expect.poll(() => video.currentTime).toBeGreaterThan(from + 0.5);
  expect(failures).toEqual([]);
  store.dispatch({ type: 'captions', language: 'fr' });
  await expect.poll(shown).toEqual(['Bonjour']);
  expect(state().captionsFailed).toBeNull();
});

test('captions that fail while the film’s start is loading do not stop the film', async () => {
  const halting = `/__halting/${crypto.randomUUID()}`;
  const url = new URL(`${halting}/captions.m3u8`, location.href).href;
  const { state, store, video, failures } = play(
    [{ language: 'en', name: 'English', vtt: null, url }],
    halting,
  );
  await expect.poll(() => state().captionTracks).toHaveLength(1);
  store.dispatch({ type: 'captions', language: 'en' });
  await expect.poll(() => state().captionsFailed).toBe('en');
  await expect.poll(() => video.currentTime).toBeGreaterThan(0.5);
  expect(failures).toEqual([]);
});

test('switching captions while they load causes no failure, and no media are requested again', async () => {
  await intake.reset();
  await intake.mode({ answer: 'hang', visitorIds: true });
  const silent = (language: string, name: string) => {
    return {
      language,
      name,
      vtt: null,
      file: new URL(`${visitorIdPath}?${language}`, location.href).href,
    };
  };
  // Its audio gets no answer unless it is requested again.
  const halting = `/__halting/${crypto.randomUUID()}`;
  const { state, store, video } = play(
    [silent('en', 'English'), silent('fr', 'Français')],
    halting,
  );
  await expect.poll(() => state().captionTracks).toHaveLength(2);
  const failed = new Set<string | null>();
  store.subscribe(() => failed.add(state().captionsFailed));
  for (const [index, language] of ['en', 'fr', 'en'].entries()) {
    store.dispatch({ type: 'captions', language });
    await expect.poll(async () => (await intake.state()).visitorIds).toBe(index + 1);
  }
  expect([...failed]).toEqual([null]);
  expect(video.readyState).toBe(HTMLMediaElement.HAVE_NOTHING);
  await intake.cut();
});

test('each audio track can be chosen [feature-sound-tracks]', async () => {
  const { state, engine } = play([]);
  await expect
    .poll(() => state().audioTracks)
    .toEqual([
      { id: '0', languageCode: 'en', label: 'audio' },
      { id: '1', languageCode: 'es', label: 'audio-low' },
    ]);
  await expect.poll(() => state().audioTrackId).toBe('0');
  engine.setAudioTrack('1');
  await expect.poll(() => state().audioTrackId).toBe('1');
  for (const nothing of ['2', '-1', '', 'x']) engine.setAudioTrack(nothing);
  expect(state().audioTrackId).toBe('1');
});
