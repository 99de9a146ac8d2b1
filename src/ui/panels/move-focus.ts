import type { KeyboardEvent } from 'react';

/** Arrow keys, Home and End among the buttons of a menu. @returns whether the key was one of them */
export function moveFocus(event: KeyboardEvent<HTMLElement>): boolean {
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>('button')];
  const at = items.indexOf(document.activeElement as HTMLElement);
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: items.length - 1 }[event.key];
  if (to === undefined || items.length === 0) return false;
  items[(to + items.length) % items.length]?.focus();
  return true;
}
