import { formatTime } from '../../../../shared/player/format-time.ts';
import { chapterAt } from '../../../parts/chapter-at.ts';
import { chapterList } from '../../controls/chapter-list.ts';
import {
  usePlayer,
  usePlayerContext,
  usePlayerWhileShown,
} from '../../controls/player-context.tsx';
import { t } from '../../controls/translation/translate.ts';
import { StoryboardPicture } from '../../late/storyboard-picture.tsx';
import { closeWhenLeft } from '../close-when-left.ts';
import { handleMenuKey } from '../menu-keys.ts';

/** All chapters with picture, title and time. An ARIA menu; the current chapter is checked. */
export function ChaptersMenu() {
  const { controller, panels, onUse } = usePlayerContext();
  const all = usePlayer((state) => state.chapters);
  const duration = usePlayer((state) => state.duration);
  const present = usePlayerWhileShown(
    (state) => chapterAt(state.chapters, state.currentTime)?.startSeconds,
  );
  const chapters = chapterList(all, duration);

  return (
    <div
      className="menu chapters-menu"
      data-visual-element="chapters_menu"
      role="menu"
      tabIndex={-1}
      aria-label={t('chapters')}
      onKeyDown={(event) => handleMenuKey(event, panels)}
      onBlur={(event) => closeWhenLeft(event, panels)}
    >
      {chapters.map(({ startSeconds, title }) => (
        <button
          key={startSeconds}
          type="button"
          role="menuitemradio"
          data-visual-element="chapter_item"
          aria-checked={startSeconds === present}
          ref={startSeconds === present ? focusItem : null}
          onClick={() => {
            controller.seekTo(startSeconds);
            onUse('chapter');
            panels.close();
          }}
        >
          <StoryboardPicture seconds={startSeconds} maxWidth={96} />
          <span className="chapter-title" dir="auto">
            {title.trim() || formatTime(startSeconds)}
          </span>
          <span className="menu-value">{formatTime(startSeconds)}</span>
        </button>
      ))}
    </div>
  );
}

/** Focuses the current chapter when the menu opens; later chapters do not take the focus. */
function focusItem(item: HTMLElement | null): void {
  const menu = item?.parentElement;
  if (menu?.contains(document.activeElement) === false) item?.focus();
}
