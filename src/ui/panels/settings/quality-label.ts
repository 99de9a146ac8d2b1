import type { QualityLevel } from '../../../player/state/player-state.ts';
import { tNumber } from '../../messages/format-values.ts';

/** `720p`, or the bit rate for levels without a picture size. */
export function qualityLabel({ height, bitrate }: QualityLevel): string {
  if (height > 0) return `${height}p`;
  return tNumber(Math.round(bitrate / 1_000), { style: 'unit', unit: 'kilobit-per-second' });
}
