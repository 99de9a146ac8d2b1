import { shownTitle } from './sdk-limits.ts';

/** What the player says of its video, as far as it is needed here; of any kind, because it comes from another page. */
export interface TitledVideo {
  video_id?: unknown;
  title?: unknown;
}

export interface FrameTitle {
  /** Takes what the player says about its video. */
  follow(video: TitledVideo): void;
  /** Gives the frame back the title that it had before. */
  restore(): void;
}

/** The title of a frame whose video has none. */
export const defaultTitle = 'Video player';

/**
 * Keeps the name by which screen readers offer a frame true to its video:
 * 1. The frame has the title of the video that it shows; `defaultTitle` when the video has none.
 * 2. A title of the page's author names the first video better, and stays for it. One that names no video is not the author's:
 *    embed codes bring it.
 * 3. The title is written only when the player shows another video, or its title changes. What the page writes in between stays.
 */
export function createFrameTitle(frame: HTMLIFrameElement): FrameTitle {
  /** `undefined` before the player has told of a video. */
  let own: string | undefined;
  let ownId: unknown;
  let written: string | undefined;

  return {
    follow({ video_id, title }) {
      own ??= frame.title;
      // A list's first video is not known at once.
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

/** @returns nothing, of one kind or another, when there is no title */
function cut(title: unknown): string | false | undefined {
  return typeof title === 'string' && shownTitle.exec(title.trim())?.[0];
}
