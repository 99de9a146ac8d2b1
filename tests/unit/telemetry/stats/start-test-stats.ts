import { playbackState } from '../../../../shared/player/playback-state.ts';
import { err } from '../../../../shared/tools/result.ts';
import type { MediaReading, PlayerEvent } from '../../../../src/player/state/player-event.ts';
import { createPlayerStore } from '../../../../src/player/state/player-store.ts';
import { createPlaybackStats } from '../../../../src/telemetry/stats/playback-stats.ts';
import { startPlaybackStats } from '../../../../src/telemetry/stats/start-playback-stats.ts';
import type { Segment } from '../../../../src/telemetry/stats/watch.ts';
import { createFakeClock } from '../../fake-clock.ts';
import { makeVideo } from '../../player/make-video.ts';

interface Reported {
  name: string;
  payload: Record<string, unknown>;
  sequenceGroup: string | undefined;
}

/** The statistics over a player without an element: the test dispatches the element's events. */
export function startTestStats({ isAutoplay = false, isLate = false } = {}) {
  const clock = createFakeClock();
  const store = createPlayerStore();
  const life = new AbortController();
  const reported: Reported[] = [];
  const page = { isVisible: true };
  let nonces = 0;
  const log = (
    name: string,
    payload: Record<string, unknown>,
    options?: { sequenceGroup?: string },
  ) => void reported.push({ name, payload, sequenceGroup: options?.sequenceGroup });
  const playback = startPlaybackStats(
    {
      store,
      log,
      hostCaused: log,
      report: async () => err('NO_SERVICES', 'none'),
      clock,
      nowMs: clock.now,
      newNonce: () => `cpn${++nonces}`,
      isVisible: () => page.isVisible,
      isAutoplay,
    },
    life.signal,
  );
  if (!isLate) playback.startStats(createPlaybackStats);

  let atSec = 0;
  const media = (part: Partial<MediaReading> = {}): MediaReading => ({
    currentTime: atSec,
    duration: 600,
    buffered: [],
    seekable: { start: 0, end: 600 },
    isPaused: false,
    isEnded: false,
    canGoOn: true,
    ...part,
  });
  const report = (
    type: 'playing' | 'paused' | 'waiting' | 'seeking' | 'seeked' | 'ended' | 'time',
    part = {},
  ) => store.dispatch({ type, media: media(part) });

  return {
    clock,
    store,
    life,
    page,
    playback,
    reported,
    report,
    dispatch: (event: PlayerEvent) => store.dispatch(event),
    start: () => playback.startStats(createPlaybackStats),
    load(videoId = 'v1', startSeconds = 0) {
      atSec = startSeconds;
      const video = makeVideo({ videoId, lengthSeconds: 600 });
      store.dispatch({ type: 'video_changed', video, isCued: false, startSeconds });
    },
    /** From the load, the pause or the end to the first picture that moves. */
    play() {
      const isOver = store.getState().playback === playbackState.ended;
      if (isOver) {
        // HTML, "internal play steps": it seeks to the beginning.
        atSec = 0;
        report('seeking');
      }
      store.dispatch({ type: 'starting' });
      if (store.getState().playback < 0) report('waiting');
      if (isOver) report('seeked');
      store.dispatch({ type: 'first_frame' });
      report('playing');
    },
    pause: () => report('paused', { isPaused: true }),
    end() {
      report('paused', { isPaused: true, isEnded: true });
      report('ended', { isPaused: true, isEnded: true });
    },
    /** Time passes for the video too: the element reports its time four times a second. */
    watch(seconds: number) {
      for (let left = seconds; left > 0; left -= 0.25) {
        const step = Math.min(0.25, left);
        clock.advance(step * 1_000);
        atSec += step * store.getState().playbackRate;
        report('time');
      }
    },
    seek(seconds: number) {
      atSec = seconds;
      report('seeking');
      report('seeked');
    },
    setRate: (playbackRate: number) =>
      store.dispatch({ type: 'changed', changes: { playbackRate } }),
    /** Payloads of the events of a name. */
    payloads: (name: string) =>
      reported
        .filter((event) => event.name === `video_stats.${name}`)
        .map(({ payload }) => payload),
    /** The watched segments in the events, each event's together. */
    segments: () =>
      reported
        .filter(({ name }) => name === 'video_stats.watchtime')
        .map(({ payload }) => payload.segments as readonly Segment[]),
  };
}
