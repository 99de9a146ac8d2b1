import type { Chapter } from '../../../shared/player/player-response.ts';

/** Facts of a file before it is added. */
export interface SourceFacts {
  /** ffprobe's name, such as `mov,mp4,m4a,3gp,3g2,mj2`. */
  container: string;
  bytes: number;
  durationSeconds: number;
  /** `null` for audio only. */
  picture: PictureTrack | null;
  /** Stream index of a cover picture; `null` for none. */
  coverIndex: number | null;
  sounds: SoundTrack[];
  /** Text captions. */
  texts: TextTrack[];
  /** Number of captions that are pictures, which cannot become text. */
  pictureTextCount: number;
  title: string | null;
  description: string | null;
  author: string | null;
  chapters: Chapter[];
}

export interface PictureTrack {
  index: number;
  codec: string;
  pixelFormat: string;
  /** Pixels as displayed: rotated, and square. */
  width: number;
  height: number;
  isInterlaced: boolean;
  /** High dynamic range. */
  isHdr: boolean;
  /** Frames per second of its renditions, as a fraction such as `30000/1001`. */
  frameRate: string;
  /** Whether its frame rate varies. */
  isVariable: boolean;
}

export interface SoundTrack {
  index: number;
  codec: string;
  channels: number;
  /** BCP 47; `null` if unknown. */
  language: string | null;
  label: string | null;
}

export interface TextTrack {
  index: number;
  /** BCP 47; `und` if unknown. */
  language: string;
  isForHardOfHearing: boolean;
}
