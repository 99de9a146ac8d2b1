import { formatTime } from './format-time.ts';
import { t } from './messages.ts';
import { usePlayer, usePlayerContext, usePlayerWhileShown } from './player-context.tsx';

/** Behind the live edge by more than this, the badge is a way back to it. Seconds. */
const liveEdgeSec = 12;

export function TimeDisplay() {
  const isLive = usePlayer((state) => state.isLive);
  return isLive ? <LiveBadge /> : <Clock />;
}

function Clock() {
  const time = usePlayerWhileShown((state) => formatTime(state.currentTime));
  const duration = usePlayer((state) => formatTime(state.duration));
  return (
    <span className="time">
      {time}
      <span className="time-total"> / {duration}</span>
    </span>
  );
}

function LiveBadge() {
  const { controller, onUse } = usePlayerContext();
  const isAtEdge = usePlayerWhileShown(
    ({ seekable, currentTime }) => seekable === null || seekable.end - currentTime < liveEdgeSec,
  );
  return (
    <button
      type="button"
      className="live"
      data-at-edge={isAtEdge}
      title={t('goLive')}
      onClick={() => {
        controller.seekTo(Number.MAX_SAFE_INTEGER);
        onUse('go_live');
      }}
    >
      {t('live')}
    </button>
  );
}
