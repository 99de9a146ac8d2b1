import type { Diagnosis } from '../../../diagnosis/diagnose.ts';
import type { PlayerState } from '../../../player/state/player-state.ts';

/**
 * The player's state as JSON, for a problem report. Leaves out the host's origin, the viewer's
 * identity and their other videos.
 */
export function debugInfo(diagnosis: Diagnosis, state: PlayerState): string {
  const { playback, error, currentTime, duration, buffered, isLive, seekCount } = state;
  const { qualities, qualityId, fixedQualityId, playbackRate, isMuted, isAutoplayBlocked } = state;
  const { captionsLanguage, playlist } = state;
  const { host, ...rest } = diagnosis;
  const { origin: _, ...shown } = host;
  return JSON.stringify(
    {
      ...rest,
      host: shown,
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
