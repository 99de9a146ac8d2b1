import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { createPlayerStore, type PlayerStore } from '../../../../src/player/state/player-store.ts';
import { keepAudioLanguage } from '../../../../src/player/while-playing/keep-audio-language.ts';
import { makeVideo } from '../make-video.ts';

let store: PlayerStore;
let chosen: string[];

beforeEach(() => {
  const life = new AbortController();
  onTestFinished(() => life.abort());
  store = createPlayerStore();
  chosen = [];
  keepAudioLanguage(store, { setAudioTrack: (id) => chosen.push(id) }, life.signal);
});

const track = (id: string, languageCode: string) => ({ id, languageCode, label: languageCode });
function find(...audioTracks: ReturnType<typeof track>[]): void {
  store.dispatch({ type: 'tracks', tracks: { captions: [], forcedTracks: [], audioTracks } });
  store.dispatch({ type: 'changed', changes: { audioTrackId: audioTracks[0]?.id ?? null } });
}
const want = (audioWanted: string) => store.dispatch({ type: 'changed', changes: { audioWanted } });

test('a chosen language is chosen again for the next video that has it', () => {
  find(track('0', 'en'), track('1', 'es'));
  expect(chosen).toEqual([]);
  want('es');
  store.dispatch({ type: 'changed', changes: { audioTrackId: '1' } });
  store.dispatch({ type: 'video_changed', video: makeVideo(), isCued: true, startSeconds: 0 });
  expect(store.getState()).toMatchObject({
    audioTracks: [],
    audioTrackId: null,
    audioWanted: 'es',
  });
  chosen = [];
  find(track('a', 'fr'), track('b', 'es'));
  expect(chosen).toEqual(['b']);
});

test('when the video lacks the language or already plays it, nothing is chosen', () => {
  want('es');
  find(track('0', 'en'), track('1', 'fr'));
  expect(chosen).toEqual([]);
  store.dispatch({ type: 'changed', changes: { audioTrackId: '0' } });
  want('en');
  expect(chosen).toEqual([]);
});
