import { rateOf } from './frame-rate.ts';
import type { PictureTrack } from './source-facts.ts';

/** One quality of a film. */
export interface Rendition {
  /** Of its files: `video-720p`. */
  name: string;
  /** Pixels, even numbers. */
  width: number;
  height: number;
  /** Bits a second that its busiest second may have. */
  maxBitrate: number;
}

/** Of the shorter side, in pixels. */
const steps = [2160, 1080, 720, 480, 240];

/** A step that has hardly fewer pixels than the one above is no use to anybody. */
const leastStep = 0.8;

/** 1080p at 30 frames a second; the others follow from it. */
const reference = { bitrate: 5_000_000, pixels: 1920 * 1080, rate: 30 };

const leastBitrate = 150_000;

/** Bits a second of a sound track. */
export const soundBitrate = 128_000;

/**
 * The qualities of a film, best first: its own size, and smaller ones; never a larger one.
 */
export function planLadder({
  width,
  height,
  frameRate,
}: Pick<PictureTrack, 'width' | 'height' | 'frameRate'>): Rendition[] {
  const short = Math.min(width, height);
  const top = Math.min(short, steps[0] ?? short);
  const sides = [top];
  for (const step of steps) if (step <= (sides.at(-1) ?? 0) * leastStep) sides.push(step);
  const rate = rateOf(frameRate) ?? reference.rate;
  return sides.map((side) => {
    const size = { width: even((width * side) / short), height: even((height * side) / short) };
    // Large pictures need fewer bits for each pixel, and fast ones fewer for each frame.
    const pixels = ((size.width * size.height) / reference.pixels) ** 0.75;
    const bitrate = reference.bitrate * pixels * (Math.max(rate, 24) / reference.rate) ** 0.5;
    const shown = Math.min(size.width, size.height);
    return {
      name: `video-${shown}p`,
      ...size,
      maxBitrate: Math.round(Math.max(leastBitrate, bitrate)),
    };
  });
}

/** The encoder halves the colours of each side. */
function even(pixels: number): number {
  return Math.max(2, Math.floor(pixels / 2 + 0.49) * 2);
}

/**
 * @returns bytes that the renditions and sound tracks have at most, with what goes around them
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
  const around = 1.05;
  const pictures = 20_000_000;
  return Math.ceil((bitrate / 8) * durationSeconds * around) + pictures;
}
