import { usePlayerContext, useValue } from './player-context.tsx';

/**
 * A polite live region: screen readers read each change after their current speech. It must exist
 * before its first text.
 */
export function LiveRegion() {
  const { announcer } = usePlayerContext();
  const text = useValue(announcer.text);
  return (
    <p className="visually-hidden" role="status">
      {text}
    </p>
  );
}
