import type { ReactNode } from 'react';
import { ControlButton } from '../controls/control-button.tsx';
import { usePlayerContext } from '../controls/player-context.tsx';
import { t } from '../controls/translation/translate.ts';
import { PanelIcon } from './panel-icon.tsx';

interface DialogProps {
  /** Name in the log and in the style. */
  name: string;
  title: string;
  /** Beside the picture instead of over it. */
  isBeside?: boolean;
  /** More content of the header, before the close button. */
  head?: ReactNode;
  children: ReactNode;
}

/**
 * A panel that is not a menu: it has a title, and its close button or Escape closes it. It takes
 * the focus when it opens.
 */
export function Dialog({ name, title, isBeside = false, head, children }: DialogProps) {
  const { panels } = usePlayerContext();
  return (
    <section
      className={`${isBeside ? 'side-panel' : 'panel'} ${name}-panel`}
      data-visual-element={`${name}_panel`}
      role="dialog"
      aria-label={title}
      tabIndex={-1}
      ref={focusOnce}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        panels.close();
        event.preventDefault();
        event.stopPropagation();
      }}
    >
      <header className="panel-head">
        <h2 className="panel-title">{title}</h2>
        {head}
        <ControlButton
          data-visual-element={`${name}_close_button`}
          icon={<PanelIcon name="close" />}
          label={t('close')}
          onClick={() => panels.close()}
        />
      </header>
      {children}
    </section>
  );
}

/** Focuses the panel unless one of its elements already has the focus. */
function focusOnce(panel: HTMLElement | null): void {
  if (panel !== null && !panel.contains(document.activeElement)) panel.focus();
}
