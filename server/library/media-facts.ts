import type { NumberedFiles } from './numbered-files.ts';

/** What a media file, a playlist or an MPD says about itself. */
export interface MediaFacts {
  /** With codecs where the file says them. */
  mimeType: string;
  /** 0 when not known. */
  durationSeconds: number;
  /** Pixels of the largest picture; 0 when not known. */
  width: number;
  height: number;
  /** Whether it is a stream that is still growing. */
  isLive: boolean;
  /** Media paths of the files that it is made of. */
  references: string[];
  /** More of them: those with consecutive numbers. */
  numbered?: NumberedFiles[];
  /** Of other hosts that it names for parts of it. */
  foreignOrigins: string[];
  /** Why it cannot be played although it can be read; `null` when nothing is known to be wrong. */
  defect: string | null;
}

/** @returns the one with most pixels; 0 × 0 when there is none */
export function largestPicture(
  pictures: readonly ({ width: number; height: number } | undefined)[],
): {
  width: number;
  height: number;
} {
  let largest = { width: 0, height: 0 };
  for (const picture of pictures) {
    if (picture !== undefined && picture.width * picture.height > largest.width * largest.height) {
      largest = { width: picture.width, height: picture.height };
    }
  }
  return largest;
}
