import type { ReactNode } from 'react';
import { usePlayerContext } from '../controls/player-context.tsx';
import { t } from '../controls/translation/translate.ts';
import { PanelIcon } from './panel-icon.tsx';

interface ModalDialogProps {
  title: string;
  /** Name in the log, and the class of its style. */
  element: string;
  children: ReactNode;
}

/**
 * A panel that blocks everything else. The browser keeps the focus in a modal dialog and hides the
 * rest from the accessibility tree. It shows the dialog above a full-screen player, too.
 */
export function ModalDialog({ title, element, children }: ModalDialogProps) {
  const { panels } = usePlayerContext();
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape is the key for a click outside
    <dialog
      className="panel modal-dialog"
      data-visual-element={element}
      aria-label={title}
      ref={showModal}
      onCancel={(event) => {
        // The panel store decides what is open.
        event.preventDefault();
        panels.close();
      }}
      onClick={(event) => {
        if (event.target === event.currentTarget) panels.close();
      }}
    >
      <div className="modal-dialog-body">
        <div className="modal-dialog-head">
          <h2>{title}</h2>
          <button
            type="button"
            className="control"
            data-visual-element="close_button"
            aria-label={t('close')}
            title={t('close')}
            onClick={() => panels.close()}
          >
            <PanelIcon name="close" />
          </button>
        </div>
        {children}
      </div>
    </dialog>
  );
}

/** @returns closes the dialog; runs before removal, so that the browser returns the focus */
function showModal(dialog: HTMLDialogElement): () => void {
  dialog.showModal();
  return () => dialog.close();
}
