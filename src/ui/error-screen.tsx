import { errorMessage, t } from './messages/translate.ts';
import { usePlayer, usePlayerContext } from './player-context.tsx';

/** What may pass by itself, or by what the viewer is told to do. */
function isPassing(name: string): boolean {
  return /^(net\.|heartbeat\.servererror|fmt\.decode|drm\.|auth\.location\.)/.test(name);
}

/** The page around the player is in the way: the video's own page is the way on. */
const framedOnly = /^(embedd|auth\.location\.(not_allowed|refused))/;

export function ErrorScreen() {
  const error = usePlayer((state) => state.error);
  const videoId = usePlayer((state) => state.videoId);
  const { controller, onUse } = usePlayerContext();
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
          onClick={() => {
            onUse('retry');
            void Promise.resolve(controller.retry()).then(
              (isTried) => isTried || location.reload(),
            );
          }}
        >
          {t('retry')}
        </button>
      )}
      {framedOnly.test(error.name) && videoId !== '' && window !== window.parent && (
        <a
          className="error-retry"
          data-visual-element="watch_link"
          href={`/watch?v=${videoId}`}
          target="_blank"
          rel="noreferrer"
        >
          {t('watchAtSource')}
        </a>
      )}
    </div>
  );
}
