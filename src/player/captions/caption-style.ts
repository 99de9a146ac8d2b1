import type { CaptionColor } from '../../../shared/player/caption-style.ts';
import type { CaptionStyle } from '../../../shared/player/caption-style-schema.ts';

/** Red, green and blue, 0 to 255. */
const colors: Record<CaptionColor, string> = {
  white: '255 255 255',
  yellow: '255 255 0',
  green: '0 255 0',
  cyan: '0 255 255',
  blue: '0 0 255',
  magenta: '255 0 255',
  red: '255 0 0',
  black: '0 0 0',
};

const fonts: Record<NonNullable<CaptionStyle['font']>, string> = {
  serif_mono: '"Courier New", Courier, "Nimbus Mono L", "Cutive Mono", monospace',
  serif: '"Times New Roman", Times, Georgia, Cambria, "PT Serif Caption", serif',
  sans_mono: '"Deja Vu Sans Mono", "Lucida Console", Monaco, Consolas, "PT Mono", monospace',
  sans: 'Roboto, "Helvetica Neue", Arial, "PT Sans Caption", sans-serif',
  casual: '"Comic Sans MS", Impact, Handlee, fantasy',
  cursive: '"Monotype Corsiva", "URW Chancery L", "Apple Chancery", "Dancing Script", cursive',
  small_caps: 'Arial, Helvetica, Verdana, "Marcellus SC", sans-serif',
};

const edges: Record<NonNullable<CaptionStyle['edge']>, string> = {
  none: 'none',
  raised: '1px 1px #222, 2px 2px #222, 3px 3px #222',
  depressed: '1px 1px #ccc, -1px -1px #222',
  outline: '0 0 2px #222, 0 0 2px #222, 0 0 3px #222, 0 0 3px #222',
  shadow: '2px 2px 3px #222, 2px 2px 4px #222, 2px 2px 5px #222',
};

/**
 * Caption style without the viewer's choices. It also completes an opacity without a colour, or a
 * colour without an opacity.
 */
export const standardCaptionStyle: Required<CaptionStyle> = {
  font: 'sans',
  color: 'white',
  opacity: 100,
  background: 'black',
  backgroundOpacity: 75,
  window: 'black',
  windowOpacity: 0,
  edge: 'none',
};

/** @returns CSS custom properties by name; `null` where the page's stylesheet decides */
export function captionStyleProperties(style: CaptionStyle): Record<string, string | null> {
  const { color, opacity, background, backgroundOpacity, window, windowOpacity, font, edge } =
    style;
  return {
    '--caption-font': font === undefined ? null : fonts[font],
    '--caption-variant': font === 'small_caps' ? 'small-caps' : null,
    '--caption-color': withOpacity(color, opacity, 'color', 'opacity'),
    '--caption-background': withOpacity(
      background,
      backgroundOpacity,
      'background',
      'backgroundOpacity',
    ),
    '--caption-window': withOpacity(window, windowOpacity, 'window', 'windowOpacity'),
    '--caption-edge': edge === undefined ? null : edges[edge],
  };
}

function withOpacity(
  color: CaptionColor | undefined,
  opacity: number | undefined,
  standardColor: 'color' | 'background' | 'window',
  standardOpacity: 'opacity' | 'backgroundOpacity' | 'windowOpacity',
): string | null {
  if (color === undefined && opacity === undefined) return null;
  const rgb = colors[color ?? standardCaptionStyle[standardColor]];
  return `rgb(${rgb} / ${opacity ?? standardCaptionStyle[standardOpacity]}%)`;
}

/** Factor on the normal font size. @param step YouTube's scale: -1 to 3 */
export function captionScale(step: number): number {
  return 1 + step / 4;
}

/** Applies the viewer's caption style to an element and its descendants. */
export function applyCaptionStyle(
  element: HTMLElement,
  style: CaptionStyle,
  sizeStep: number,
): void {
  for (const [name, value] of Object.entries(captionStyleProperties(style))) {
    if (value === null) element.style.removeProperty(name);
    else element.style.setProperty(name, value);
  }
  element.style.setProperty('--caption-scale', String(captionScale(sizeStep)));
  // Turns off the colours of WebVTT classes.
  element.toggleAttribute('data-own-color', style.color !== undefined);
}
