import type { QualityLevel } from '../../player/player-state.ts';

/** `720p`; the bit rate for levels without a picture size. */
export function qualityLabel({ height, bitrate }: QualityLevel): string {
  return height > 0 ? `${height}p` : `${Math.round(bitrate / 1_000)} kb/s`;
}
