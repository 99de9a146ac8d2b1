import { useState, useSyncExternalStore } from 'react';
import { formatTime } from '../../../shared/format-time.ts';
import { isJustResumed } from '../../resume/resume-rules.ts';
import type { Resumed } from '../../resume/resumed.ts';
import { t } from '../messages/translate.ts';
import { usePlayerContext } from '../player-context.tsx';

/** For a while after the video was taken up where the viewer left it. */
export function ResumeChip({ resumed }: { resumed: Resumed }) {
  const { store, controller, onUse } = usePlayerContext();
  const [subscribe] = useState(() => (listener: () => void) => store.subscribe(listener, true));
  const isShown = useSyncExternalStore(subscribe, () =>
    isJustResumed(store.getState(), resumed.get()),
  );
  if (!isShown) return null;
  return (
    <div className="resume-chip" data-visual-element="resume_chip" role="status">
      <span>{t('resumedAt', { time: formatTime(resumed.get() ?? 0) })}</span>
      <button
        type="button"
        className="resume-start-over"
        data-visual-element="start_over_button"
        onClick={() => {
          resumed.set(null);
          controller.seekTo(0);
          onUse('start_over');
        }}
      >
        {t('startOver')}
      </button>
    </div>
  );
}
