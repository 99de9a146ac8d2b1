import { type KeyboardEvent, useState } from 'react';
import { t } from '../messages/translate.ts';
import { moveFocus } from '../panels/move-focus.ts';
import { usePlayerContext } from '../player-context.tsx';
import { CaptionsPage, CaptionsSizePage, QualityPage, SpeedPage } from './settings-choices.tsx';
import { SettingsOverview, type SettingsPage } from './settings-overview.tsx';

/** Quality, speed, captions and their size: a menu by the ARIA pattern, one level deep. */
export function SettingsMenu() {
  const { panels } = usePlayerContext();
  const [page, setPage] = useState<'overview' | SettingsPage>('overview');
  const back = () => setPage('overview');
  const done = () => panels.close();

  function onKeyDown(event: KeyboardEvent<HTMLDivElement>): void {
    if (event.key === 'Escape') {
      if (page === 'overview') done();
      else back();
    } else if (!moveFocus(event)) return;
    event.preventDefault();
    event.stopPropagation();
  }

  return (
    <div
      key={page}
      className="menu settings-menu"
      data-visual-element="settings_menu"
      role="menu"
      tabIndex={-1}
      aria-label={t('settings')}
      onKeyDown={onKeyDown}
      onBlur={(event) => {
        // Pages replace each other, which blurs to nowhere; only a focus outside closes.
        const next = event.relatedTarget;
        if (next !== null && !event.currentTarget.contains(next) && !next.closest('[aria-haspopup]'))
          panels.close(false);
      }}
    >
      {page === 'overview' && <SettingsOverview open={setPage} />}
      {page === 'quality' && <QualityPage back={back} done={done} />}
      {page === 'speed' && <SpeedPage back={back} done={done} />}
      {page === 'captions' && <CaptionsPage back={back} done={done} />}
      {page === 'captions_size' && <CaptionsSizePage back={back} done={done} />}
    </div>
  );
}
