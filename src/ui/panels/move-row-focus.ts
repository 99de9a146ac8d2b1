import type { KeyboardEvent } from 'react';

/**
 * Moves the focus among the rows of a long list by arrow keys. Only one row is in the tab order.
 * @returns whether the key was an arrow up or down on a row
 */
export function moveRowFocus(event: KeyboardEvent<HTMLElement>): boolean {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined) return false;
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-row]')];
  const at = rows.indexOf(document.activeElement as HTMLElement);
  if (at < 0) return false;
  rows[at + step]?.focus();
  return true;
}
