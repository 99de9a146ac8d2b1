import { errorMessage, t } from './messages.ts';
import { usePlayer } from './player-context.tsx';

/** Errors that may pass by themselves. */
const passingErrors: readonly string[] = ['net.retryexhausted'];

export function ErrorScreen() {
  const error = usePlayer((state) => state.error);
  if (error === null) return null;
  return (
    <div className="error" role="alert" data-visual-element="error_message">
      <p className="error-title">{t('errorTitle')}</p>
      <p className="error-text">{errorMessage(error.name) ?? error.message ?? t('errorDefault')}</p>
      {passingErrors.includes(error.name) && (
        <button
          type="button"
          className="error-retry"
          data-visual-element="retry_button"
          onClick={() => location.reload()}
        >
          {t('retry')}
        </button>
      )}
    </div>
  );
}
