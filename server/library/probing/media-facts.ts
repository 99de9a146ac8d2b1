import type { HlsOpening } from '../../../shared/player/hls-opening.ts';
import type { NumberedFiles } from '../numbered-files.ts';

/** Facts that a media file, a playlist or an MPD contains about itself. */
export interface MediaFacts {
  /** With codecs, if the file names them. */
  mimeType: string;
  /** 0 if unknown. */
  durationSeconds: number;
  /** Pixels of the largest picture; 0 if unknown. */
  width: number;
  height: number;
  /** Whether it is a growing stream. */
  isLive: boolean;
  /** Seconds from the end of a growing stream at which players start, if its playlist says so. */
  holdBackSec?: number;
  /** Media paths of the files that it references. */
  references: string[];
  /** Further referenced files, with consecutive numbers. */
  numbered?: NumberedFiles[];
  /** Origins of other hosts from which it references parts. */
  foreignOrigins: string[];
  /** The beginning of an HLS film; `null` if it cannot play without the engine. */
  opening?: HlsOpening | null;
  /** Why a readable file cannot be played; `null` if no defect is known. */
  defect: string | null;
}

/** @returns the picture with the most pixels; 0 × 0 if there is none */
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
