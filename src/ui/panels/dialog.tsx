import type { ReactNode } from 'react';
import { ControlButton } from '../control-button.tsx';
import { t } from '../messages/translate.ts';
import { usePlayerContext } from '../player-context.tsx';
import { PanelIcon } from './panel-icon.tsx';

interface DialogProps {
  /** What the log and the style call it. */
  name: string;
  title: string;
  /** Beside the picture instead of over it. */
  isBeside?: boolean;
  /** More of the head, before the button that closes. */
  head?: ReactNode;
  children: ReactNode;
}

/** A panel that is no menu: named, closed by its button and by Escape. The focus moves into it when it opens. */
export function Dialog({ name, title, isBeside = false, head, children }: DialogProps) {
  const { panels } = usePlayerContext();
  return (
    <section
      className={`${isBeside ? 'side-panel' : 'panel'} ${name}-panel`}
      data-visual-element={`${name}_panel`}
      role="dialog"
      aria-label={title}
      tabIndex={-1}
      ref={takeFocusOnce}
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

/** Unless something in it has taken it already. */
function takeFocusOnce(panel: HTMLElement | null): void {
  if (panel !== null && !panel.contains(document.activeElement)) panel.focus();
}
