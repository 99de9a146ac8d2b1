import type { KeyboardEvent } from 'react';
import { moveFocus } from './move-focus.ts';

interface MenuActions {
  close(): void;
  /** Returns to the parent menu; missing in the first menu. */
  back?: (() => void) | undefined;
}

/**
 * Handles the keys of the ARIA menu pattern:
 * - Arrow keys, Home, End and first letters move among the items.
 * - Escape and Tab leave the menu.
 * - The arrow in reading direction opens a submenu; the opposite arrow returns from it.
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
      // Closing returns the focus to the opener; the browser then moves on from there.
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
