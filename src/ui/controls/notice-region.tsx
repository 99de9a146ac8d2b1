import { usePlayerContext, useValue } from './player-context.tsx';

/** Screen readers read a live region only if it exists before its text. */
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
