import { type KeyboardEvent, useRef, useState } from 'react';
import { ControlButton } from './control-button.tsx';
import { t } from './messages.ts';
import { AudioPage } from './settings/audio-page.tsx';
import { CaptionStylePage } from './settings/caption-style-page.tsx';
import { CaptionsPage, CaptionsSizePage, QualityPage, SpeedPage } from './settings-choices.tsx';
import { SettingsOverview, type SettingsPage } from './settings-overview.tsx';

/** Quality, speed, captions and their size: a menu button by the ARIA pattern, one level deep. */
export function SettingsMenu() {
  const [page, setPage] = useState<'overview' | SettingsPage | null>(null);
  const holder = useRef<HTMLDivElement>(null);

  function close(): void {
    setPage(null);
    holder.current?.querySelector<HTMLElement>('.control')?.focus();
  }

  function onKeyDown(event: KeyboardEvent<HTMLDivElement>): void {
    if (page === null) return;
    if (event.key === 'Escape') {
      if (page === 'overview') close();
      else setPage('overview');
    } else if (!moveFocus(event)) return;
    event.preventDefault();
    event.stopPropagation();
  }

  return (
    <div className="settings" ref={holder}>
      <ControlButton
        data-visual-element="settings_button"
        icon="settings"
        label={t('settings')}
        aria-haspopup="menu"
        aria-expanded={page !== null}
        onClick={() => setPage(page === null ? 'overview' : null)}
      />
      {/* A click beside the menu closes it and does nothing else. */}
      {page !== null && (
        <button
          type="button"
          className="menu-backdrop"
          data-visual-element="menu_backdrop"
          tabIndex={-1}
          aria-hidden="true"
          onClick={() => setPage(null)}
        />
      )}
      {page !== null && (
        <div
          key={page}
          className="menu"
          data-visual-element="settings_menu"
          role="menu"
          tabIndex={-1}
          aria-label={t('settings')}
          onKeyDown={onKeyDown}
          onBlur={(event) => {
            // Pages replace each other, which blurs to nowhere; only a focus outside closes.
            const next = event.relatedTarget;
            if (next !== null && !holder.current?.contains(next)) setPage(null);
          }}
        >
          {page === 'overview' && <SettingsOverview open={setPage} />}
          {page === 'quality' && <QualityPage back={() => setPage('overview')} done={close} />}
          {page === 'speed' && <SpeedPage back={() => setPage('overview')} done={close} />}
          {page === 'captions' && <CaptionsPage back={() => setPage('overview')} done={close} />}
          {page === 'audio' && <AudioPage back={() => setPage('overview')} done={close} />}
          {page === 'caption_style' && <CaptionStylePage back={() => setPage('overview')} />}
          {page === 'captions_size' && <CaptionsSizePage back={() => setPage('overview')} done={close} />}
        </div>
      )}
    </div>
  );
}

/** Arrow keys, Home and End among the items. @returns whether the key was one of them */
function moveFocus(event: KeyboardEvent<HTMLDivElement>): boolean {
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>('button')];
  const at = items.indexOf(document.activeElement as HTMLElement);
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: items.length - 1 }[event.key];
  if (to === undefined || items.length === 0) return false;
  items[(to + items.length) % items.length]?.focus();
  return true;
}
