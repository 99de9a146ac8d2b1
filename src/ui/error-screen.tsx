import { errorMessage, t } from './messages/translate.ts';
import { usePlayer } from './player-context.tsx';

/** What may pass by itself, or by what the viewer is told to do. */
function isPassing(name: string): boolean {
  return name === 'net.retryexhausted' || name.startsWith('auth.location.');
}

export function ErrorScreen() {
  const error = usePlayer((state) => state.error);
  if (error === null) return null;
  return (
    <div className="error" role="alert" data-visual-element="error_message">
      <p className="error-title">{t('errorTitle')}</p>
      <p className="error-text" dir="auto">
        {errorMessage(error.name) ?? error.message ?? t('errorDefault')}
      </p>
      {isPassing(error.name) && (
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
