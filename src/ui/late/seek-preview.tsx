import type { CSSProperties } from 'react';
import { formatTime } from '../../../shared/player/format-time.ts';
import { chapterAt } from '../../parts/chapter-at.ts';
import type { Value } from '../../parts/create-value.ts';
import { usePlayerContext, useValue } from '../controls/player-context.tsx';
import { seekWindow } from '../controls/seek-window.ts';
import { StoryboardPicture } from './storyboard-picture.tsx';

export interface SeekPreviewProps {
  /** Position of the pointer on the bar: 0 to 1; `null` while it is elsewhere. */
  hover: Value<number | null>;
}

/** Shows picture, chapter and time of the position under the pointer. */
export function SeekPreview({ hover }: SeekPreviewProps) {
  const { store } = usePlayerContext();
  const share = useValue(hover);
  if (share === null) return null;
  const { isLive, chapters, ...state } = store.getState();
  const { start, end } = seekWindow({ isLive, ...state });
  const seconds = start + share * (end - start);
  const title = isLive ? '' : chapterAt(chapters, seconds)?.title;
  return (
    <div className="preview" style={{ '--at': share } as CSSProperties} aria-hidden="true">
      <StoryboardPicture seconds={seconds} maxWidth={200} />
      <div className="preview-text">
        {title && (
          <span className="preview-chapter" dir="auto">
            {title}
          </span>
        )}
        <span>{isLive ? `−${formatTime(end - seconds)}` : formatTime(seconds)}</span>
      </div>
    </div>
  );
}
