import { usePanel } from '../../controls/player-context.tsx';
import { t } from '../../controls/translation/translate.ts';
import { Dialog } from '../dialog.tsx';

/** Shows a selected text for the viewer to copy, if the frame may not write to the clipboard. */
export function CopyPanel() {
  const text = usePanel((state) => state.request.text ?? '');
  return (
    <Dialog name="copy" title={t('copyByHand')}>
      <textarea
        className="copy-text"
        aria-label={t('copyByHand')}
        readOnly
        rows={5}
        value={text}
        ref={(field) => {
          field?.focus();
          field?.select();
        }}
      />
    </Dialog>
  );
}
