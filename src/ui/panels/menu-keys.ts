import type { KeyboardEvent } from 'react';
import { moveFocus } from './move-focus.ts';

interface MenuActions {
  close(): void;
  /** To the menu that this one was opened from; missing in the first. */
  back?: (() => void) | undefined;
}

/**
 * The keys of the ARIA menu pattern: arrows, Home, End and first letters among the items, Escape and Tab out of the menu, and the
 * arrow that points where one reads to and from into a submenu and back.
 */
export function handleMenuKey(
  event: KeyboardEvent<HTMLElement>,
  { close, back }: MenuActions,
): void {
  const isRtl = getComputedStyle(event.currentTarget).direction === 'rtl';
  const [inward, outward] = isRtl ? ['ArrowLeft', 'ArrowRight'] : ['ArrowRight', 'ArrowLeft'];
  const item = document.activeElement;
  switch (event.key) {
    case 'Tab':
      // What opened the menu gets the focus back, and the browser goes on from there.
      close();
      return;
    case 'Escape':
      (back ?? close)();
      break;
    case inward:
      if (item instanceof HTMLElement && item.ariaHasPopup !== null) item.click();
      break;
    case outward:
      back?.();
      break;
    default:
      if (!moveFocus(event)) return;
  }
  event.preventDefault();
  event.stopPropagation();
}
