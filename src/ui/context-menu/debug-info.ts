import type { Diagnosis } from '../../diagnose.ts';
import type { PlayerState } from '../../player/player-state.ts';

/** For a report of something wrong: how the player is doing, as JSON. Names nobody, and nothing of what the viewer watches besides. */
export function debugInfo(diagnosis: Diagnosis, state: PlayerState): string {
  const { playback, error, currentTime, duration, buffered, isLive, seekCount } = state;
  const { qualities, qualityId, fixedQualityId, playbackRate, isMuted, isAutoplayBlocked } = state;
  const { captionsLanguage, playlist } = state;
  const { host, ...rest } = diagnosis;
  const { origin: _, ...told } = host;
  return JSON.stringify(
    {
      ...rest,
      host: told,
      state: {
        playback,
        error: error?.name ?? null,
        currentTime,
        duration,
        buffered,
        isLive,
        seekCount,
        qualities,
        qualityId,
        fixedQualityId,
        playbackRate,
        isMuted,
        isAutoplayBlocked,
        captionsLanguage,
        playlist: playlist && { index: playlist.index, count: playlist.videoIds.length },
      },
    },
    null,
    2,
  );
}
