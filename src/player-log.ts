import type { LogPayload, LogTierName } from '../shared/log-event.ts';
import { hostErrorCode } from '../shared/player-error.ts';
import type { PlayerStore } from './player/player-store.ts';

export type Log = (name: string, payload: LogPayload, options?: { tier?: LogTierName }) => void;

/** Logs what the player does: playback states, qualities, errors. `docs/telemetry.md` lists the events. */
export function startPlayerLog(store: PlayerStore, log: Log, signal: AbortSignal): void {
  const stop = store.subscribe((state, previous) => {
    const { videoId, currentTime } = state;
    if (state.playback !== previous.playback) {
      log('playback_state', { videoId, state: state.playback, currentTime }, { tier: 'fast' });
    }
    if (state.qualityId !== previous.qualityId && state.qualityId !== null) {
      const level = state.qualities.find(({ id }) => id === state.qualityId);
      log('quality_change', { videoId, height: level?.height ?? 0, bitrate: level?.bitrate ?? 0 });
    }
    if (state.error !== previous.error && state.error !== null) {
      const { name } = state.error;
      log('player_error', { videoId, name, code: hostErrorCode(name), currentTime }, { tier: 'immediate' });
    }
    if (state.isAutoplayBlocked && !previous.isAutoplayBlocked) log('autoplay_blocked', { videoId });
  });
  signal.addEventListener('abort', stop, { once: true });
}
