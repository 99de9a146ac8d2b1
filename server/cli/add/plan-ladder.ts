import { encodingLimits } from './add-limits.ts';
import { rateOf } from './frame-rate.ts';
import type { PictureTrack } from './source-facts.ts';

const { stepShareMax, bitrateMin, soundBitrate, overheadFactor, picturesBytes } = encodingLimits;

/** One quality of a film. */
export interface Rendition {
  /** Name of its files, such as `video-720p`. */
  name: string;
  /** Pixels, even numbers. */
  width: number;
  height: number;
  /** Maximum bits per second, in its busiest second. */
  maxBitrate: number;
}

/** Length of the shorter side in pixels. */
const steps = [2160, 1080, 720, 480, 240];

/** 1080p at 30 frames per second, from which the other bitrates are derived. */
const reference = { bitrate: 5_000_000, pixels: 1920 * 1080, rate: 30 };

/** Plans the qualities of a film, best first: its own size and smaller ones, never larger ones. */
export function planLadder({
  width,
  height,
  frameRate,
}: Pick<PictureTrack, 'width' | 'height' | 'frameRate'>): Rendition[] {
  const short = Math.min(width, height);
  const top = Math.min(short, steps[0] ?? short);
  const sides = [top];
  for (const step of steps) if (step <= (sides.at(-1) ?? 0) * stepShareMax) sides.push(step);
  const rate = rateOf(frameRate) ?? reference.rate;
  return sides.map((side) => {
    const size = { width: even((width * side) / short), height: even((height * side) / short) };
    // Large pictures need fewer bits per pixel, and high frame rates fewer per frame.
    const pixels = ((size.width * size.height) / reference.pixels) ** 0.75;
    const bitrate = reference.bitrate * pixels * (Math.max(rate, 24) / reference.rate) ** 0.5;
    const shown = Math.min(size.width, size.height);
    return {
      name: `video-${shown}p`,
      ...size,
      maxBitrate: Math.round(Math.max(bitrateMin, bitrate)),
    };
  });
}

/** The encoder halves the colour resolution of each side, so both must be even. */
function even(pixels: number): number {
  return Math.max(2, Math.floor(pixels / 2 + 0.49) * 2);
}

/**
 * @returns maximum bytes of the renditions and audio tracks, with container overhead and pictures
 */
export function ladderBytes(
  renditions: readonly Rendition[],
  soundCount: number,
  durationSeconds: number,
): number {
  const bitrate = renditions.reduce(
    (sum, { maxBitrate }) => sum + maxBitrate,
    soundCount * soundBitrate,
  );
  return Math.ceil((bitrate / 8) * durationSeconds * overheadFactor) + picturesBytes;
}
