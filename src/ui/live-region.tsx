import { usePlayerContext, useValue } from './player-context.tsx';

/** There from the start and politely: assistive technology reads what changes in it when the viewer has heard out the rest. */
export function LiveRegion() {
  const { announcer } = usePlayerContext();
  const text = useValue(announcer.text);
  return (
    <p className="visually-hidden" role="status">
      {text}
    </p>
  );
}
