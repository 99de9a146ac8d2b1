import { playerLimits } from '../../../shared/limits/player-limits.ts';
import type { ProviderLogEntry } from '../../../shared/telemetry/provider-log.ts';
import type { PlayerStore } from '../../player/state/player-store.ts';
import { isNewPlayback } from './new-playback.ts';
import type { Initiator, PlaybackStats, PlaybackStatsDeps } from './playback-stats.ts';
import type { PlaybackWatchDeps } from './playback-watch.ts';

type CreatePlaybackStats = (
  deps: PlaybackStatsDeps & PlaybackWatchDeps,
  signal: AbortSignal,
) => PlaybackStats;

/** The current playback, from a load or a replay to the next. */
export interface Playback {
  /** Client playback nonce: the group key of the playback's events. */
  readonly cpn: string;
  initiator: Initiator;
  /** Keeps a copy of reports for the provider's log. Set once its script has loaded. */
  keepEntry?(entry: ProviderLogEntry): void;
  /**
   * Reports what was watched until now, because the page may never return. Watching continues if it
   * does.
   */
  close(): void;
  /** Starts the reports, including what happened earlier. */
  startStats(create: CreatePlaybackStats): void;
}

interface StartDeps
  extends Omit<PlaybackStatsDeps, 'playback' | 'now' | 'wasVisible'>,
    Omit<PlaybackWatchDeps, 'playback' | 'now' | 'wasVisible'> {
  store: PlayerStore;
  isVisible(): boolean;
  newNonce(): string;
}

/**
 * Reports to the operator which parts of which videos are watched (`video_stats.…`). The code for
 * it loads after the controls and decides which changes matter; until then the latest changes, and
 * the times when the page was hidden or shown, are kept.
 */
export function startPlaybackStats(
  { newNonce, ...deps }: StartDeps,
  signal: AbortSignal,
): Playback {
  let cpn = newNonce();
  const now = () => ({
    state: deps.store.getState(),
    atMs: deps.nowMs(),
    isVisible: deps.isVisible(),
  });
  const wasVisible = deps.isVisible();
  let early: ((stats: PlaybackStats) => void)[] = [];
  let tell = (news: (stats: PlaybackStats) => void): void => {
    early.push(news);
    if (early.length > playerLimits.earlyChangesCount) early.shift();
  };
  const playback: Playback = {
    get cpn() {
      return cpn;
    },
    initiator: null,
    close() {
      const moment = now();
      tell((stats) => stats.close(moment));
    },
    startStats(create) {
      const stats = create({ ...deps, playback, now, wasVisible }, signal);
      tell = (news) => news(stats);
      early.forEach(tell);
      early = [];
    },
  };
  const stop = deps.store.subscribe((state, previous) => {
    const isNew = isNewPlayback(state, previous);
    if (isNew) cpn = newNonce();
    const change = { ...now(), state, previous, cpn };
    tell((stats) => stats.update(change));
  });
  signal.addEventListener('abort', stop, { once: true });
  return playback;
}
