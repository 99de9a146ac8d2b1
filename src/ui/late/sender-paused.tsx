import { t } from '../controls/translation/translate.ts';

/** Beside the spinner, while the sender of a live stream is paused. */
export function SenderPaused() {
  return (
    <div className="notices" role="alert">
      <p className="notice is-lasting">{t('senderPaused')}</p>
    </div>
  );
}
