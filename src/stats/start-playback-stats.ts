import { playerLimits } from '../../shared/limits.ts';
import type { ProviderLogEntry } from '../../shared/provider-log.ts';
import type { PlayerStore } from '../player/player-store.ts';
import { isNewPlayback } from './new-playback.ts';
import type { Asker, PlaybackChange, PlaybackStats, PlaybackStatsDeps } from './playback-stats.ts';
import type { PlaybackWatchDeps } from './playback-watch.ts';

type CreatePlaybackStats = (
  deps: PlaybackStatsDeps & PlaybackWatchDeps,
  signal: AbortSignal,
) => PlaybackStats;

/** What is on stage, from a load or a replay to the next. */
export interface Playback {
  /** Client playback nonce: the key of the group of its events. */
  readonly cpn: string;
  asker: Asker;
  /** Keeps a copy of what the services are told for the provider's log; there once its script has come. */
  keepEntry?(entry: ProviderLogEntry): void;
  /** Tells what was watched until now, for a page that may never come back. Watching goes on if it does. */
  close(): void;
  /** Begins to tell, also of what happened before. */
  startStats(create: CreatePlaybackStats): void;
}

interface StartDeps
  extends Omit<PlaybackStatsDeps, 'playback'>,
    Omit<PlaybackWatchDeps, 'playback'> {
  store: PlayerStore;
  newNonce(): string;
}

/**
 * Tells the operator which parts of which videos are watched (`video_stats.…`). The code for it comes after the controls'; what
 * happens before is kept for it, and what of it is worth a look is known there.
 */
export function startPlaybackStats(
  { newNonce, ...deps }: StartDeps,
  signal: AbortSignal,
): Playback {
  let cpn = newNonce();
  let early: PlaybackChange[] = [];
  let take = (change: PlaybackChange): void => {
    early.push(change);
    if (early.length > playerLimits.earlyChangesCount) early.shift();
  };
  const playback: Playback = {
    get cpn() {
      return cpn;
    },
    asker: null,
    close() {},
    startStats(create) {
      const stats = create({ ...deps, playback }, signal);
      take = stats.take;
      playback.close = stats.close;
      early.forEach(take);
      early = [];
    },
  };
  const stop = deps.store.subscribe((state, previous) => {
    const isNew = isNewPlayback(state, previous);
    if (isNew) cpn = newNonce();
    take({ state, previous, cpn, atMs: deps.nowMs() });
  });
  signal.addEventListener('abort', stop, { once: true });
  return playback;
}
