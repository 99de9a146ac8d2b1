import { isAtLiveEdge, liveEdgeTime } from '../player/live-edge.ts';
import { formatTime } from './format-time.ts';
import { t } from './messages/translate.ts';
import { usePlayer, usePlayerContext, usePlayerWhileShown } from './player-context.tsx';

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
  const { controller, store, onUse } = usePlayerContext();
  const isAtEdge = usePlayerWhileShown(isAtLiveEdge);
  return (
    <button
      type="button"
      className="live"
      data-visual-element="live_button"
      data-at-edge={isAtEdge}
      title={t('goLive')}
      onClick={() => {
        controller.seekTo(liveEdgeTime(store.getState()));
        onUse('go_live');
      }}
    >
      {t('live')}
    </button>
  );
}
