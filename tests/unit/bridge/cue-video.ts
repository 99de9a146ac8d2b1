import type { PlayerEvent } from '../../../src/player/state/player-event.ts';
import type { PlayerStore } from '../../../src/player/state/player-store.ts';
import { makeVideo } from '../player/make-video.ts';

export const cued = {
  type: 'video_changed',
  video: makeVideo(),
  isCued: true,
  startSeconds: 0,
} satisfies PlayerEvent;
export const cueVideo = (store: PlayerStore) => store.dispatch(cued);
