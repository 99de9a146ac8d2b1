import { useState } from 'react';
import { usePlayerContext } from '../../controls/player-context.tsx';
import { t } from '../../controls/translation/translate.ts';
import { closeWhenLeft } from '../close-when-left.ts';
import { handleMenuKey } from '../menu-keys.ts';
import { AudioPage } from './audio-page.tsx';
import { CaptionStylePage } from './caption-style-page.tsx';
import { CaptionsPage, CaptionsSizePage, QualityPage, SpeedPage } from './settings-choices.tsx';
import { SettingsOverview, type SettingsPage } from './settings-overview.tsx';

/** The settings: an overview, and a page for each setting. An ARIA menu. */
export function SettingsMenu() {
  const { panels } = usePlayerContext();
  const [page, setPage] = useState<'overview' | SettingsPage>('overview');
  /** The page opened last; its row gets the focus when the overview returns. */
  const [last, setLast] = useState<SettingsPage | null>(null);
  const open = (next: SettingsPage) => {
    setLast(next);
    setPage(next);
  };
  const back = () => setPage('overview');
  const done = () => panels.close();

  return (
    <div
      key={page}
      className="menu settings-menu"
      data-visual-element="settings_menu"
      role="menu"
      tabIndex={-1}
      aria-label={t('settings')}
      onKeyDown={(event) =>
        handleMenuKey(event, { close: done, back: page === 'overview' ? undefined : back })
      }
      // Replacing a page blurs to nothing.
      onBlur={(event) => closeWhenLeft(event, panels)}
    >
      {page === 'overview' && <SettingsOverview open={open} last={last} />}
      {page === 'quality' && <QualityPage back={back} done={done} />}
      {page === 'speed' && <SpeedPage back={back} done={done} />}
      {page === 'captions' && <CaptionsPage back={back} done={done} />}
      {page === 'audio' && <AudioPage back={back} done={done} />}
      {page === 'caption_style' && <CaptionStylePage back={back} />}
      {page === 'captions_size' && <CaptionsSizePage back={back} done={done} />}
    </div>
  );
}
