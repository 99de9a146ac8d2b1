import type { PlayerEvent } from '../../../src/player/state/player-event.ts';
import type { PlayerStore } from '../../../src/player/state/player-store.ts';
import { english, makeReading, makeVideo, spanish } from '../player/make-video.ts';
import { startBoundHost } from './fake-host.ts';

const chapters = [
  { startSeconds: 5, title: 'Red' },
  { startSeconds: 20, title: 'Green' },
];
const video = makeVideo({}, { captionTracks: [english, spanish], chapters });
export const cued = {
  type: 'video_changed',
  video,
  isCued: true,
  startSeconds: 0,
} satisfies PlayerEvent;

export const at = (currentTime: number): PlayerEvent => ({
  type: 'time',
  media: makeReading({ currentTime }),
});

/** A host that subscribed to some events of a cued video. */
export function startSubscribed(
  events: string[],
  prepare: (store: PlayerStore) => void = () => {},
) {
  const testHost = startBoundHost({}, (store) => {
    store.dispatch(cued);
    store.dispatch({ type: 'qualities', levels: [{ id: 'b', height: 720, bitrate: 1 }] });
    prepare(store);
  });
  for (const event of events) testHost.command('addEventListener', event);
  testHost.take();
  return testHost;
}
