import type RxPlayer from 'rx-player/minimal';
import type { IVideoRepresentation } from 'rx-player/types';
import type { EngineReport } from './engine.ts';

/**
 * Reports the qualities of a DASH video, and which one plays. Their bitrates include the best form
 * of the sound that plays, as the bitrates of HLS do (RFC 8216, section 4.3.4.2).
 */
export function reportDashQualities(player: RxPlayer, report: (news: EngineReport) => void): void {
  let pictures: readonly IVideoRepresentation[] = [];
  let soundBitrate = 0;

  function reportAll(): void {
    const levels = pictures.map(({ id, height = 0, bitrate }) => ({
      id: String(id),
      height,
      bitrate: bitrate === undefined ? 0 : bitrate + soundBitrate,
    }));
    report({ type: 'qualities', levels });
  }

  player.addEventListener('videoTrackChange', (track) => {
    if (track === null) return;
    pictures = track.representations;
    reportAll();
  });
  player.addEventListener('audioTrackChange', (track) => {
    soundBitrate = Math.max(0, ...(track?.representations ?? []).map(({ bitrate = 0 }) => bitrate));
    if (pictures.length > 0) reportAll();
  });
  player.addEventListener('videoRepresentationChange', (representation) => {
    if (representation !== null)
      report({ type: 'changed', changes: { qualityId: String(representation.id) } });
  });
}
