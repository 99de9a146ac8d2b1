import type { VideoParts } from '../edit/video-parts.ts';

export interface VideoToAdd {
  /** Absolute path. */
  file: string;
  /** Absolute path of a writable directory. */
  mediaDir: string;
  /** `null` for the file's own title, or else its name. */
  title: string | null;
  /** A valid id; `null` to derive one from the file. */
  videoId: string | null;
  isPrivate: boolean;
  /** Whether to make renditions; otherwise the video keeps its one quality. */
  hasLadder: boolean;
  /** Files of the user that replace those made from the film. */
  parts?: VideoParts;
  /** Options of the call, for printed commands; words of a shell. */
  printed?: { media: readonly string[]; parts: readonly string[] };
}
