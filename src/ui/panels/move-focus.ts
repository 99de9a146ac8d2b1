import type { KeyboardEvent } from 'react';

/**
 * Moves the focus among the buttons of a menu by arrow keys, Home, End and first letters.
 * @returns whether the key was one of them
 */
export function moveFocus(event: KeyboardEvent<HTMLElement>): boolean {
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>('button')];
  const at = items.indexOf(document.activeElement as HTMLElement);
  const labels = items.map(({ textContent }) => textContent.trim());
  const isTyping = !event.ctrlKey && !event.altKey && !event.metaKey;
  const to = nextItem(event.key, at, labels, isTyping);
  if (to === null) return false;
  items[to]?.focus();
  return true;
}

/**
 * @param at index of the focused item; -1 for none
 * @param labels of all items
 * @returns index of the item to focus; `null` if the key does not move the focus
 */
export function nextItem(
  key: string,
  at: number,
  labels: readonly string[],
  isTyping: boolean,
): number | null {
  const count = labels.length;
  if (count === 0) return null;
  const to = { ArrowDown: at + 1, ArrowUp: Math.max(at, 0) - 1, Home: 0, End: count - 1 }[key];
  if (to !== undefined) return (to + count) % count;
  if (!isTyping || [...key].length !== 1 || key === ' ') return null;
  // Search from the next item on, then from the first; the current item comes last.
  const order = labels.map((_, index) => (at + 1 + index) % count);
  return order.find((index) => startsWith(labels[index] ?? '', key)) ?? null;
}

function startsWith(label: string, letter: string): boolean {
  return label.toLocaleLowerCase().startsWith(letter.toLocaleLowerCase());
}
