import { type KeyboardEvent, useState } from 'react';
import {
  captionColors,
  captionEdges,
  captionFonts,
  captionOpacities,
} from '../../../../shared/player/caption-style.ts';
import type { CaptionStyle } from '../../../../shared/player/caption-style-schema.ts';
import { applyCaptionStyle, standardCaptionStyle } from '../../../player/captions/caption-style.ts';
import { usePlayer, usePlayerContext } from '../../controls/player-context.tsx';
import { tPercent } from '../../controls/translation/localized.ts';
import { t } from '../../controls/translation/translate.ts';
import type { MessageKey } from '../../messages/catalogue.ts';
import { captionsSizeLabel } from './captions-size-label.ts';
import { Choice, Choices } from './menu-choice.tsx';
import { CaptionsSizePage } from './settings-choices.tsx';

type StyleName = keyof CaptionStyle;

/** Parts of the style in the order of the menu, with their choices and labels. */
const parts: readonly {
  name: StyleName;
  values: readonly (string | number)[];
  label: (value: never) => string;
}[] = [
  { name: 'font', values: captionFonts, label: labelOf('captionFont') },
  { name: 'color', values: captionColors, label: labelOf('color') },
  { name: 'opacity', values: captionOpacities.slice(1), label: percentLabel },
  { name: 'background', values: captionColors, label: labelOf('color') },
  { name: 'backgroundOpacity', values: captionOpacities, label: percentLabel },
  { name: 'window', values: captionColors, label: labelOf('color') },
  { name: 'windowOpacity', values: captionOpacities, label: percentLabel },
  { name: 'edge', values: captionEdges, label: labelOf('captionEdge') },
];

/**
 * The captions' style. Each choice applies at once, to the captions and to a sample above the
 * choices.
 */
export function CaptionStylePage({ back }: { back: () => void }) {
  const { controller, onUse } = usePlayerContext();
  const style = usePlayer((state) => state.captionStyle);
  const size = usePlayer((state) => state.captionsFontSize);
  const [open, setOpen] = useState<StyleName | 'size' | null>(null);
  const part = parts.find(({ name }) => name === open);
  const close = () => setOpen(null);

  function choose(name: StyleName, value: string | number): void {
    controller.setCaptionStyle({ ...style, [name]: value });
    onUse('caption_style');
  }

  /** Escape in a part returns to the style. In the style, the menu handles Escape. */
  function onKeyDown(event: KeyboardEvent<HTMLDivElement>): void {
    if (event.key !== 'Escape' || open === null) return;
    event.preventDefault();
    event.stopPropagation();
    close();
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the menu handles all other keys
    <div role="presentation" onKeyDown={onKeyDown}>
      <p
        className="caption-sample"
        aria-hidden="true"
        ref={(element) => {
          if (element !== null) applyCaptionStyle(element, style, 0);
        }}
      >
        <span className="caption-window">
          <span className="caption">{t('captionSample')}</span>
        </span>
      </p>
      {open === null && (
        <Choices title={t('captionStyle')} back={back}>
          <Row name="size" value={captionsSizeLabel(size)} onOpen={() => setOpen('size')} />
          {parts.map(({ name, label }) => (
            <Row
              key={name}
              name={name}
              value={label((style[name] ?? standardCaptionStyle[name]) as never)}
              onOpen={() => setOpen(name)}
            />
          ))}
          <button
            type="button"
            role="menuitem"
            data-visual-element="caption_style_reset"
            onClick={() => {
              controller.setCaptionStyle({});
              controller.setCaptionsFontSize(0);
              onUse('caption_style');
              onUse('captions_size');
            }}
          >
            {t('captionStyleReset')}
          </button>
        </Choices>
      )}
      {/* Stays open after a choice, because the sample shows it. */}
      {open === 'size' && <CaptionsSizePage back={close} done={() => undefined} />}
      {part !== undefined && (
        <Choices key={part.name} title={partLabel(part.name)} back={close}>
          {part.values.map((value) => (
            <Choice
              element={`caption_${snakeCase(part.name)}_choice`}
              key={value}
              isChosen={value === (style[part.name] ?? standardCaptionStyle[part.name])}
              onChoose={() => choose(part.name, value)}
            >
              {part.label(value as never)}
            </Choice>
          ))}
        </Choices>
      )}
    </div>
  );
}

function Row({
  name,
  value,
  onOpen,
}: {
  name: StyleName | 'size';
  value: string;
  onOpen: () => void;
}) {
  return (
    <button
      type="button"
      role="menuitem"
      data-visual-element={`caption_${snakeCase(name)}_item`}
      aria-haspopup="menu"
      onClick={onOpen}
    >
      <span>{name === 'size' ? t('captionsSize') : partLabel(name)}</span>
      <span className="menu-value">{value}</span>
    </button>
  );
}

function partLabel(name: StyleName): string {
  return t(`captionStyle.${name}` as MessageKey);
}

function labelOf(group: string): (value: string) => string {
  return (value) => t(`${group}.${value}` as MessageKey);
}

function percentLabel(value: number): string {
  return tPercent(value / 100);
}

function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
