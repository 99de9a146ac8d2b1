import { playbackState } from '../../../shared/player/playback-state.ts';
import type { PlayerStore } from '../../player/state/player-store.ts';
import type { ServicesClient } from '../../services/services-client.ts';
import type { Log } from '../../telemetry/player-log.ts';
import { pageClock } from '../page-clock.ts';
import { watchNavigation } from './watch-navigation.ts';
import { watchVisibility } from './watch-visibility.ts';

export interface PageStatesDeps {
  store: PlayerStore;
  services: Pick<ServicesClient, 'keepNotified' | 'notify' | 'onNews'>;
  log: Log;
  /** Whether the operator has enabled any probe. */
  hasProbes: boolean;
}

/**
 * Reports the page's states to the services. `watch-document-lifecycle.ts` handles what must not
 * wait at the page's end.
 */
export function startPageStates(
  { store, services, log, hasProbes }: PageStatesDeps,
  signal: AbortSignal,
): void {
  if (signal.aborted) return;
  watchVisibility((state, previous) => {
    const { videoId } = store.getState();
    // The first state is no change. Logged fast, because a hidden page may be killed without a
    // further event.
    if (previous !== 'unknown')
      log('visibility_change', { videoId, state, previous }, { tier: 'fast' });
    services.keepNotified({ type: 'visibility', state });
  }, signal);
  watchNavigation(
    store,
    (state) => services.keepNotified({ type: 'navigation', state }),
    pageClock,
    signal,
  );
  watchPlaying(store, (isPlaying) => services.keepNotified({ type: 'playing', isPlaying }), signal);
  if (hasProbes) void startProbes(store, services, signal);
}

/** Reports when a playing video stops playing, and the reverse. */
function watchPlaying(
  store: PlayerStore,
  onChange: (isPlaying: boolean) => void,
  signal: AbortSignal,
): void {
  let isPlaying = false;
  const check = () => {
    const { playback } = store.getState();
    const isNow = playback === playbackState.playing || playback === playbackState.buffering;
    if (isNow === isPlaying) return;
    isPlaying = isNow;
    onChange(isPlaying);
  };
  check();
  signal.addEventListener('abort', store.subscribe(check));
}

async function startProbes(
  store: PlayerStore,
  services: PageStatesDeps['services'],
  signal: AbortSignal,
): Promise<void> {
  try {
    (await import('../../telemetry/probes/start-page-probes.ts')).startPageProbes(
      store,
      services,
      signal,
    );
  } catch {
    // The script failed to load, so nothing is probed.
  }
}
