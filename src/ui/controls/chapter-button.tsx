import { chapterAt } from '../../parts/chapter-at.ts';
import { Icon } from './icons.tsx';
import { PanelToggle } from './panels/panel-button.tsx';
import { usePlayerWhileShown } from './player-context.tsx';
import { t } from './translation/translate.ts';

/** The current chapter's title; opens the list of chapters. */
export function ChapterButton() {
  const chapter = usePlayerWhileShown(({ isLive, chapters, currentTime }) =>
    isLive ? undefined : chapterAt(chapters, currentTime),
  );
  if (chapter === undefined) return null;
  const title = chapter.title.trim() || t('chapters');
  return (
    <PanelToggle
      panel="chapters"
      className="chapter"
      data-visual-element="chapters_button"
      aria-label={t('chapterNow', { title })}
      title={title}
      aria-haspopup="menu"
    >
      <span dir="auto">{title}</span>
      <Icon name="forward" />
    </PanelToggle>
  );
}
