import { waysOn } from './error-ways.ts';
import { usePlayer, usePlayerContext } from './player-context.tsx';
import { errorMessage, t } from './translation/translate.ts';

export function ErrorScreen() {
  const error = usePlayer((state) => state.error);
  const videoId = usePlayer((state) => state.videoId);
  const { controller, onUse } = usePlayerContext();
  if (error === null) return null;
  const { canPass, isFrameInTheWay } = waysOn(error.name);
  // A signed address is that of a private video, whose own page refuses a viewer.
  const isPrivate = new URLSearchParams(location.search).has('token');
  return (
    <div className="error" role="alert" data-visual-element="error_message">
      <p className="error-title">{t('errorTitle')}</p>
      <p className="error-text" dir="auto">
        {errorMessage(error.name) ?? error.message ?? t('errorDefault')}
      </p>
      {canPass && (
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
      {isFrameInTheWay && !isPrivate && videoId !== '' && window !== window.parent && (
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
