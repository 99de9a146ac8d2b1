import { isAtLiveEdge } from '../../parts/live-edge.ts';
import type { PlayerState } from '../../player/state/player-state.ts';
import { seekWindow } from './seek-window.ts';
import { tDuration } from './translation/localized.ts';
import { t } from './translation/translate.ts';

/** The position in words: `1 minute 3 seconds`; for a live stream, the time behind live. */
export function spokenPlace(state: PlayerState): string {
  if (!state.isLive) return tDuration(state.currentTime);
  if (isAtLiveEdge(state)) return t('live');
  return t('seekValueLive', { duration: tDuration(seekWindow(state).end - state.currentTime) });
}

/** The seek bar's value in words: `1 minute 3 seconds of 2 minutes`. */
export function seekValueText(state: PlayerState): string {
  const place = spokenPlace(state);
  return state.isLive
    ? place
    : t('seekValue', { time: place, duration: tDuration(state.duration) });
}
