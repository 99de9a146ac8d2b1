import { expect, onTestFinished, test } from 'vitest';
import { watchMediaElement } from '../../../../src/player/state/media-element.ts';
import { createPlayerStore, type PlayerStore } from '../../../../src/player/state/player-store.ts';
import { restTime } from '../../../../src/player/while-playing/rest-time.ts';
import { startPageTrace } from '../../../../src/telemetry/trace/start-page-trace.ts';
import { watchPageLoad } from '../../../../src/ui/panels/stats/page-load.ts';
import { makeVideo } from '../../../unit/player/make-video.ts';

type Start = (store: PlayerStore, video: HTMLVideoElement, signal: AbortSignal) => void;

const parts = {
  statistics: (store, _, signal) => void watchPageLoad(store, signal),
  trace: (store, video, signal) => startPageTrace({ store, video, ui: document.body, signal }),
  playback: (store, video, signal) => restTime(video, store, signal),
} satisfies Record<string, Start>;

function show() {
  const video = document.createElement('video');
  video.muted = true;
  video.src = '/media/offstage001.mp4';
  document.body.append(video);
  const life = new AbortController();
  onTestFinished(() => {
    life.abort();
    video.remove();
  });
  const store = createPlayerStore();
  store.dispatch({ type: 'video_changed', video: makeVideo(), isCued: true, startSeconds: 0 });
  watchMediaElement(video, store, life.signal);
  return { video, store, life };
}

const eventOf = (video: HTMLVideoElement, name: string) =>
  new Promise((resolve) => video.addEventListener(name, resolve, { once: true }));

test.each<(keyof typeof parts)[]>([
  ['statistics', 'playback', 'trace'],
  ['statistics', 'trace', 'playback'],
  ['trace', 'statistics', 'playback'],
  ['playback', 'statistics', 'trace'],
])(
  'a seek reports the position before it: %s, %s and %s start, and only playback continues',
  async (...order) => {
    const { video, store, life } = show();
    const watching = new AbortController();
    for (const name of order)
      parts[name](store, video, name === 'playback' ? life.signal : watching.signal);
    await video.play();
    while (video.currentTime < 0.3) await eventOf(video, 'timeupdate');
    watching.abort();
    const seeks: { before: number; after: number }[] = [];
    store.subscribe((state, previous) => {
      if (state.seekCount > previous.seekCount)
        seeks.push({ before: previous.currentTime, after: state.currentTime });
    });
    const seeking = eventOf(video, 'seeking');
    video.currentTime = 2;
    await seeking;
    expect(seeks).toEqual([{ before: expect.any(Number), after: 2 }]);
    expect(seeks[0]?.before).toBeGreaterThanOrEqual(0.3);
  },
);
