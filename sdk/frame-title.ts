import { shownTitle } from './sdk-limits.ts';

/**
 * The parts of the player's video data that are needed here. Unchecked, because they come from
 * another page.
 */
export interface TitledVideo {
  video_id?: unknown;
  title?: unknown;
}

export interface FrameTitle {
  /** Updates the title from the player's video data. */
  follow(video: TitledVideo): void;
  /** Restores the frame's original title. */
  restore(): void;
}

/** The title of a frame whose video has none. */
export const defaultTitle = 'Video player';

/**
 * Keeps the frame's title, which screen readers announce, true to its video:
 * 1. The title is that of the current video; `defaultTitle` if the video has none.
 * 2. A title by the page's author describes the first video better, and stays while that video
 *    shows. A generic title does not count as the author's: embed codes contain it.
 * 3. The title is written only when the video or its title changes. Changes by the page in between
 *    are kept.
 */
export function createFrameTitle(frame: HTMLIFrameElement): FrameTitle {
  /** `undefined` until the player has reported a video. */
  let own: string | undefined;
  let ownId: unknown;
  let written: string | undefined;

  return {
    follow({ video_id, title }) {
      own ??= frame.title;
      // The first video of a list is not known at once.
      ownId ||= video_id;
      const name = ownId === video_id && !isGeneric(own) ? own : cut(title) || defaultTitle;
      if (name !== written) frame.title = name;
      written = name;
    },
    restore() {
      frame.title = own ?? frame.title;
    },
  };
}

function isGeneric(title: string): boolean {
  return /^\s*((youtube )?video player)?\s*$/i.test(title);
}

/** @returns the title, cut to the limit; falsy if there is no title */
function cut(title: unknown): string | false | undefined {
  return typeof title === 'string' && shownTitle.exec(title.trim())?.[0];
}
