import type { ReactNode } from 'react';
import { t } from '../messages/translate.ts';
import { usePlayerContext } from '../player-context.tsx';
import { PanelIcon } from './panel-icon.tsx';

interface ModalDialogProps {
  title: string;
  /** What the log calls it; the look by the same name. */
  element: string;
  children: ReactNode;
}

/**
 * A panel that has the viewer to itself. The browser keeps the focus in a modal dialog, leaves everything else out of the
 * accessibility tree, and shows it above a player that is full screen.
 */
export function ModalDialog({ title, element, children }: ModalDialogProps) {
  const { panels } = usePlayerContext();
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the key for a click beside it is Escape
    <dialog
      className="panel modal-dialog"
      data-visual-element={element}
      aria-label={title}
      ref={showModal}
      onCancel={(event) => {
        // The panel store says what is open.
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

/** @returns closes it, before it goes: the browser then gives the focus back, which nothing else can have while it is open */
function showModal(dialog: HTMLDialogElement): () => void {
  dialog.showModal();
  return () => dialog.close();
}
