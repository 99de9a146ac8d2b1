import { hostErrorCode } from '../../shared/player/player-error.ts';
import type { LogPayload } from '../../shared/telemetry/log-event.ts';
import type { PlayerStore } from '../player/state/player-store.ts';
import type { LogOptions } from '../services/log-call.ts';

export type Log = (name: string, payload: LogPayload, options?: LogOptions) => void;

/**
 * Logs playback states, qualities and errors. `docs/telemetry.md` lists the events.
 * @param playback the current one; its `cpn` is the sequence group of the events
 */
export function startPlayerLog(
  store: PlayerStore,
  log: Log,
  playback: { readonly cpn: string },
  signal: AbortSignal,
): void {
  const stop = store.subscribe((state, previous) => {
    const { videoId, currentTime } = state;
    const sequenceGroup = playback.cpn;
    if (state.playback !== previous.playback) {
      log(
        'playback_state',
        { videoId, state: state.playback, currentTime },
        { tier: 'fast', sequenceGroup },
      );
    }
    if (state.qualityId !== previous.qualityId && state.qualityId !== null) {
      const level = state.qualities.find(({ id }) => id === state.qualityId);
      const payload = { videoId, height: level?.height ?? 0, bitrate: level?.bitrate ?? 0 };
      log('quality_change', payload, { sequenceGroup });
    }
    if (state.error !== previous.error && state.error !== null) {
      const { name } = state.error;
      const payload = { videoId, name, code: hostErrorCode(name), currentTime };
      log('player_error', payload, { tier: 'immediate', sequenceGroup });
    }
    if (state.isAutoplayBlocked && !previous.isAutoplayBlocked)
      log('autoplay_blocked', { videoId }, { sequenceGroup });
  });
  signal.addEventListener('abort', stop, { once: true });
}
