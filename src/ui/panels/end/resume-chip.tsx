import { useState, useSyncExternalStore } from 'react';
import { formatTime } from '../../../../shared/player/format-time.ts';
import { isJustResumed } from '../../../parts/resume-rules.ts';
import { usePlayer, usePlayerContext } from '../../controls/player-context.tsx';
import { t } from '../../controls/translation/translate.ts';

/** Shown for a short time after the video has resumed where the viewer left it. */
export function ResumeChip() {
  const { store, controller, onUse } = usePlayerContext();
  const [subscribe] = useState(() => (listener: () => void) => store.subscribe(listener, true));
  const isShown = useSyncExternalStore(subscribe, () => isJustResumed(store.getState()));
  const resumedAt = usePlayer((state) => state.resumedAt);
  if (!isShown || resumedAt === null) return null;
  return (
    <div className="resume-chip" data-visual-element="resume_chip" role="status">
      <span>{t('resumedAt', { time: formatTime(resumedAt) })}</span>
      <button
        type="button"
        className="resume-start-over"
        data-visual-element="start_over_button"
        onClick={() => {
          store.dispatch({ type: 'changed', changes: { resumedAt: null } });
          controller.seekTo(0);
          onUse('start_over');
        }}
      >
        {t('startOver')}
      </button>
    </div>
  );
}
