import { defaultAttrs, type PageConfig } from '../../shared/page/page-config.ts';
import type { PlayerArgs } from '../../shared/player/player-args.ts';

/** Sets the page's theme and colours, and the player element's attributes (specification §2). */
export function applyPageAttributes(
  root: HTMLElement,
  config: Omit<PageConfig, 'args'>,
  args: PlayerArgs,
): void {
  const page = document.documentElement;
  page.dataset.theme = args.theme;
  page.dataset.color = args.color;
  if (args.ps !== '') page.dataset.ps = args.ps;
  const { width, height, id } = { ...defaultAttrs, ...config.attrs };
  root.id = id;
  root.style.width = cssSize(width);
  root.style.height = cssSize(height);
}

/** A bare number is pixels, as in HTML. */
function cssSize(size: string | number): string {
  return /^\d+$/.test(String(size)) ? `${size}px` : String(size);
}
