import { type ComponentType, type PointerEvent, useState } from 'react';
import { createValue } from '../../parts/create-value.ts';
import type { SeekPreviewProps } from '../late/seek-preview.tsx';
import { chapterMask } from './chapter-list.ts';
import { loadPanelsStyle } from './panels/panel-loaders.ts';
import { usePlayer, usePlayerContext } from './player-context.tsx';
import { createSeekLine } from './seek-line.ts';
import { seekWindow } from './seek-window.ts';
import { seekSteps, sliderStep } from './slider-step.ts';
import { t } from './translation/translate.ts';

/**
 * A native range input, which every assistive technology supports. Its visible parts move without
 * rendering (`seek-line.ts`).
 */
export function SeekBar() {
  const { controller, store, subscribeWhileShown, onUse } = usePlayerContext();
  const canSeek = usePlayer((state) => windowLength(seekWindow(state)) > 0);
  const chapters = usePlayer((state) => state.chapters);
  const chaptersEnd = usePlayer((state) => (state.isLive ? 0 : state.duration));
  const [line] = useState(() => createSeekLine(store, subscribeWhileShown));
  /** Position of the pointer: 0 to 1; `null` while it is elsewhere. */
  const [hover] = useState(() => createValue<number | null>(null));
  const [Preview, setPreview] = useState<ComponentType<SeekPreviewProps> | null>(null);
  const [drag] = useState({ isOn: false });
  const mask = chapterMask(chapters, chaptersEnd);

  function loadPreview(): void {
    Promise.all([import('../late/seek-preview.tsx'), loadPanelsStyle()])
      .then(([{ SeekPreview }]) => setPreview(() => SeekPreview))
      // The script could not be loaded: seeking works without pictures.
      .catch(() => undefined);
  }

  function seek(seconds: number): void {
    controller.seekTo(seconds);
    onUse('seek');
  }

  function endDrag(): void {
    drag.isOn = false;
    hover.set(null);
    line.drag(null);
  }

  return (
    <div
      className="seek"
      ref={line.attach}
      onPointerEnter={loadPreview}
      onPointerMove={(event) => hover.set(pointerShare(event))}
      onPointerLeave={() => hover.set(null)}
    >
      <div className="seek-track" style={{ mask }}>
        <div className="seek-loaded" />
        <div className="seek-played" />
      </div>
      <div className="seek-knob" />
      {Preview !== null && canSeek && <Preview hover={hover} />}
      <input
        type="range"
        className="seek-input"
        data-visual-element="seek_bar"
        aria-label={t('seek')}
        step="any"
        disabled={!canSeek}
        onPointerDown={(event) => {
          drag.isOn = event.button === 0;
          // The bar gets the release wherever the pointer is.
          event.currentTarget.setPointerCapture(event.pointerId);
        }}
        onChange={(event) => {
          const seconds = Number(event.currentTarget.value);
          if (drag.isOn) line.drag(seconds);
          // Assistive technology changes the value without a pointer, so no release follows.
          else seek(seconds);
        }}
        onPointerUp={(event) => {
          if (!drag.isOn) return;
          const { start, end } = seekWindow(store.getState());
          seek(start + pointerShare(event) * (end - start));
        }}
        onKeyDown={(event) => {
          const { start, end } = seekWindow(store.getState());
          const slider = { min: start, max: end, value: store.getState().currentTime };
          const next = sliderStep(event.key, slider, seekSteps(end - start));
          if (next === null) return;
          event.preventDefault();
          seek(next);
        }}
        onLostPointerCapture={endDrag}
      />
    </div>
  );
}

function windowLength({ start, end }: { start: number; end: number }): number {
  return end - start;
}

/**
 * Position of the pointer on the bar: 0 to 1. The time line runs left to right in every language.
 */
function pointerShare({ currentTarget, clientX }: PointerEvent<HTMLElement>): number {
  const { left, width } = (currentTarget.closest('.seek') ?? currentTarget).getBoundingClientRect();
  return width > 0 ? Math.min(1, Math.max(0, (clientX - left) / width)) : 0;
}
