import { formatTime } from '../player/format-time.ts';
import type { Language } from '../player/languages.ts';
import type { PlayerResponse } from '../player/player-response.ts';
import { liveLabels } from './shell-texts.ts';

/**
 * The title, author and length that a waiting page shows over the poster, where the controls show
 * them later.
 */
export interface WaitingFrame {
  title: string;
  /** URL of the operator's own page for the video; `null` without one. */
  href: string | null;
  /** Empty for none. */
  author: string;
  badge: Badge | null;
}

/** `dateTime` is an HTML duration; `null` for a live stream, which has none. */
export interface Badge {
  text: string;
  dateTime: string | null;
}

export interface FrameFacts {
  /** `WaitingFrame.href`, checked to be a web URL. */
  href: string | null;
  isModest: boolean;
  language: Language;
}

/**
 * Describes the frame. The server uses the same rule as the script that draws the frame of another
 * video.
 * @returns `null` for a video without a title
 */
export function describeWaitingFrame(
  { title, author, isLive, lengthSeconds }: PlayerResponse['videoDetails'],
  { href, isModest, language }: FrameFacts,
): WaitingFrame | null {
  if (title === '') return null;
  return {
    title,
    href,
    author: isModest ? '' : author,
    badge: isLive ? { text: liveLabels[language], dateTime: null } : lengthBadge(lengthSeconds),
  };
}

/** `null` if the length is unknown, or less than a second. */
function lengthBadge(lengthSeconds: number): Badge | null {
  const seconds = Math.floor(lengthSeconds);
  return seconds > 0 ? { text: formatTime(seconds), dateTime: `PT${seconds}S` } : null;
}
