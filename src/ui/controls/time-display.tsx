import { formatTime } from '../../../shared/player/format-time.ts';
import { isAtLiveEdge, liveEdgeTime } from '../../parts/live-edge.ts';
import type { PlayerState } from '../../player/state/player-state.ts';
import { usePlayer, usePlayerContext, usePlayerWhileShown, useValue } from './player-context.tsx';
import { t } from './translation/translate.ts';

export function TimeDisplay() {
  const isLive = usePlayer((state) => state.isLive);
  return isLive ? <LiveBadge /> : <Clock />;
}

/** Elapsed or remaining time; a click switches. Keeps its width while the digits change. */
function Clock() {
  const { isRemainingShown, onUse } = usePlayerContext();
  const isRemaining = useValue(isRemainingShown);
  const time = usePlayerWhileShown((state) =>
    isRemaining ? remainingTime(state) : formatTime(state.currentTime),
  );
  const duration = usePlayer((state) => (state.duration > 0 ? formatTime(state.duration) : ''));
  return (
    <button
      type="button"
      className="time"
      data-visual-element="time_button"
      title={isRemaining ? t('showElapsed') : t('showRemaining')}
      onClick={() => {
        isRemainingShown.set(!isRemaining);
        onUse(isRemaining ? 'time_elapsed' : 'time_remaining');
      }}
    >
      <span className="time-now" style={{ minWidth: `${duration.length + Number(isRemaining)}ch` }}>
        {time}
      </span>
      {duration !== '' && <span className="time-total"> / {duration}</span>}
    </button>
  );
}

/** Changes in the same moment as the elapsed time. */
function remainingTime({ duration, currentTime }: PlayerState): string {
  return `−${formatTime(Math.floor(duration) - Math.floor(currentTime))}`;
}

function LiveBadge() {
  const { controller, store, onUse } = usePlayerContext();
  const behind = usePlayerWhileShown((state) => (isAtLiveEdge(state) ? '' : behindLive(state)));
  return (
    <>
      <button
        type="button"
        className="live"
        data-visual-element="live_button"
        data-at-edge={behind === ''}
        title={t('goLive')}
        onClick={() => {
          controller.seekTo(liveEdgeTime(store.getState()));
          onUse('go_live');
        }}
      >
        {t('live')}
      </button>
      {behind !== '' && <span className="time-behind">{behind}</span>}
    </>
  );
}

function behindLive({ seekable, currentTime }: PlayerState): string {
  return `−${formatTime((seekable?.end ?? currentTime) - currentTime)}`;
}
