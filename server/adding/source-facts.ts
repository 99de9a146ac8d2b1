import type { Chapter } from '../../shared/player-response.ts';

/** What a file says about itself before it is added. */
export interface SourceFacts {
  /** As ffprobe calls it: `mov,mp4,m4a,3gp,3g2,mj2`. */
  container: string;
  bytes: number;
  durationSeconds: number;
  /** `null` for sound alone. */
  picture: PictureTrack | null;
  /** Stream of a cover picture; `null` for none. */
  coverIndex: number | null;
  sounds: SoundTrack[];
  /** Captions that are text. */
  texts: TextTrack[];
  /** Captions that are pictures, of which no text can be made. */
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
  /** Pixels as shown: turned upright, and square. */
  width: number;
  height: number;
  isInterlaced: boolean;
  /** High dynamic range. */
  isHdr: boolean;
  /** Frames a second that its renditions get: a fraction, as `30000/1001`. */
  frameRate: string;
  /** Whether its frames come at uneven times. */
  isVariable: boolean;
}

export interface SoundTrack {
  index: number;
  codec: string;
  channels: number;
  /** BCP 47; `null` if it is not known. */
  language: string | null;
  label: string | null;
}

export interface TextTrack {
  index: number;
  /** BCP 47, `und` if it is not known. */
  language: string;
  isForHardOfHearing: boolean;
}
