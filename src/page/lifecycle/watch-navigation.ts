import { controlsLimits } from '../../../shared/limits/controls-limits.ts';
import { playbackState } from '../../../shared/player/playback-state.ts';
import type { NavigationState } from '../../../shared/rpc/page-state.ts';
import type { Clock } from '../../../shared/tools/clock.ts';
import type { PlayerState } from '../../player/state/player-state.ts';
import type { PlayerStore } from '../../player/state/player-store.ts';
import { type NavigationEvent, nextNavigationState } from './navigation.ts';

/**
 * Reports when another video starts to replace the current one, and when it has appeared or 5 s
 * have passed (specification §4).
 */
export function watchNavigation(
  store: PlayerStore,
  onChange: (state: NavigationState) => void,
  clock: Clock,
  signal: AbortSignal,
): void {
  let navigation: NavigationState = 'none';
  let cancelReset = () => {};

  function dispatch(event: NavigationEvent): void {
    cancelReset();
    const previous = navigation;
    navigation = nextNavigationState(event);
    if (event === 'started')
      cancelReset = clock.setTimer(() => dispatch('timed_out'), controlsLimits.navigationResetMs);
    if (navigation !== previous) onChange(navigation);
  }

  const stop = store.subscribe((state, previous) => {
    const isOther =
      state.videoId !== previous.videoId && (previous.videoId !== '' || previous.error !== null);
    if (isOther) dispatch('started');
    if (navigation !== 'none' && isShown(state)) dispatch('arrived');
  });
  signal.addEventListener('abort', () => {
    stop();
    cancelReset();
  });
}

/** The video shows a frame, is cued, is blocked by autoplay rules, or has failed. */
function isShown({ hasFirstFrame, error, isAutoplayBlocked, playback }: PlayerState): boolean {
  const isOnItsWay = playback === playbackState.unstarted || playback === playbackState.buffering;
  return hasFirstFrame || error !== null || isAutoplayBlocked || !isOnItsWay;
}
