import { usePlayerContext, useValue } from './player-context.tsx';

/** There before anything is said in it: only then is it read out. */
export function NoticeRegion() {
  const { notices } = usePlayerContext();
  const { text, id } = useValue(notices.notice);
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
