import { type CSSProperties, type PointerEvent, useState } from 'react';
import type { PlayerState } from '../player/player-state.ts';
import { seekSteps, sliderStep } from './keyboard/slider-step.ts';
import { t } from './messages/translate.ts';
import { usePlayer, usePlayerContext, usePlayerWhileShown } from './player-context.tsx';
import { SeekPreview } from './seek-preview.tsx';
import { seekValueText } from './seek-value-text.ts';
import { seekWindow } from './seek-window.ts';

/** A native range input: every assistive technology knows it, and the browser draws it. */
export function SeekBar() {
  const { controller, store, onUse } = usePlayerContext();
  const start = usePlayerWhileShown((state) => seekWindow(state).start);
  const end = usePlayerWhileShown((state) => seekWindow(state).end);
  const currentTime = usePlayerWhileShown((state) => state.currentTime);
  const valueText = usePlayerWhileShown(seekValueText);
  const bufferedEnd = usePlayerWhileShown(bufferedTo);
  const chapters = usePlayer((state) => state.chapters);
  /** While the pointer drags, the bar follows it and the video follows on release. */
  const [dragTime, setDragTime] = useState<number | null>(null);
  const [hover, setHover] = useState<number | null>(null);

  const length = end - start;
  const shownTime = dragTime ?? currentTime;
  const share = (seconds: number) => (length > 0 ? Math.min(1, Math.max(0, (seconds - start) / length)) : 0);

  function seek(seconds: number): void {
    controller.seekTo(seconds);
    onUse('seek');
  }

  return (
    <div
      className="seek"
      style={{ '--played': share(shownTime), '--loaded-to': share(bufferedEnd) } as CSSProperties}
      onPointerMove={(event) => length > 0 && setHover(pointerShare(event))}
      onPointerLeave={() => setHover(null)}
    >
      <div className="seek-track">
        <div className="seek-loaded" />
        <div className="seek-played" />
        {chapters.slice(1).map((chapter) => (
          <div
            key={chapter.startSeconds}
            className="seek-gap"
            style={{ left: `${share(chapter.startSeconds) * 100}%` }}
          />
        ))}
      </div>
      {hover !== null && <SeekPreview share={hover} seconds={start + hover * length} />}
      <input
        type="range"
        data-visual-element="seek_bar"
        aria-label={t('seek')}
        aria-valuetext={valueText}
        min={start}
        max={end}
        step="any"
        value={shownTime}
        disabled={length <= 0}
        onPointerDown={(event) => setDragTime(start + pointerShare(event) * length)}
        onChange={(event) => {
          const seconds = Number(event.currentTarget.value);
          // Assistive technology changes the value without a pointer: there is no release to wait for.
          if (dragTime === null) seek(seconds);
          else setDragTime(seconds);
        }}
        onPointerUp={(event) => {
          seek(Number(event.currentTarget.value));
          setDragTime(null);
        }}
        onKeyDown={(event) => {
          const slider = { min: start, max: end, value: store.getState().currentTime };
          const next = sliderStep(event.key, slider, seekSteps(length));
          if (next === null) return;
          event.preventDefault();
          seek(next);
        }}
        onPointerCancel={() => setDragTime(null)}
      />
    </div>
  );
}

function bufferedTo({ buffered, currentTime }: PlayerState): number {
  return buffered.find(({ start, end }) => start <= currentTime && currentTime <= end)?.end ?? 0;
}

/** Where on the bar the pointer is: 0 to 1. The time line runs left to right in every language. */
function pointerShare(event: PointerEvent<HTMLElement>): number {
  const { left, width } = event.currentTarget.getBoundingClientRect();
  return width > 0 ? Math.min(1, Math.max(0, (event.clientX - left) / width)) : 0;
}
