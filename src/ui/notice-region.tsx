import { useSyncExternalStore } from 'react';
import { usePlayerContext } from './player-context.tsx';

/** There before anything is said in it: only then is it read out. */
export function NoticeRegion() {
  const { notices } = usePlayerContext();
  const { text, id } = useSyncExternalStore(notices.subscribe, notices.getState);
  return (
    <div className="notices" role="status">
      {text !== '' && (
        <p key={id} className="notice">
          {text}
        </p>
      )}
    </div>
  );
}
