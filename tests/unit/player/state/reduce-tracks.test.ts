import { beforeEach, expect, test } from 'vitest';
import { createPlayerStore, type PlayerStore } from '../../../../src/player/state/player-store.ts';
import { english, makeVideo, spanish } from '../make-video.ts';

let store: PlayerStore;

beforeEach(() => {
  store = createPlayerStore();
});

const cue = (captionTracks = [english]) =>
  store.dispatch({
    type: 'video_changed',
    video: makeVideo({}, { captionTracks }),
    isCued: true,
    startSeconds: 0,
  });
const inMedia = (languageCode: string) => ({
  languageCode,
  label: languageCode,
  textTrackId: languageCode,
});
const find = (...captions: ReturnType<typeof inMedia>[]) =>
  store.dispatch({ type: 'tracks', tracks: { captions, audioTracks: [], forcedTracks: [] } });

test('captions in the media come after those in files, and of one language the file counts', () => {
  cue([english, spanish]);
  find(inMedia('fr'), inMedia('en'));
  expect(store.getState().captionTracks).toEqual([english, spanish, inMedia('fr')]);
  find(inMedia('de'));
  expect(store.getState().captionTracks).toEqual([english, spanish, inMedia('de')]);
});

test('an earlier choice shows as soon as the media has its language, and not without it', () => {
  store.dispatch({ type: 'captions', language: 'fr' });
  cue();
  expect(store.getState().captionsLanguage).toBeNull();
  find(inMedia('fr'));
  expect(store.getState().captionsLanguage).toBe('fr');
  find();
  expect(store.getState()).toMatchObject({ captionsLanguage: null, captionsWanted: 'fr' });
});

test('a captions failure is cleared by the next choice, and by the next video', () => {
  const fail = () => store.dispatch({ type: 'changed', changes: { captionsFailed: 'en' } });
  cue();
  fail();
  store.dispatch({ type: 'captions', language: 'en' });
  expect(store.getState().captionsFailed).toBeNull();
  fail();
  cue();
  expect(store.getState().captionsFailed).toBeNull();
});

test('caption style and audio language are the viewer’s, whatever video comes', () => {
  const changes = { captionStyle: { color: 'yellow' }, audioWanted: 'es' } as const;
  store.dispatch({ type: 'changed', changes });
  cue();
  expect(store.getState()).toMatchObject(changes);
});
