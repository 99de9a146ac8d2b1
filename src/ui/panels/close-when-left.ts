import type { FocusEvent } from 'react';
import type { PanelStore } from './panel-store.ts';

/** Closes a menu when the focus goes elsewhere; to nowhere does not count, and neither does what opens a menu. */
export function closeWhenLeft(event: FocusEvent<HTMLElement>, panels: PanelStore): void {
  const next = event.relatedTarget;
  if (next !== null && !event.currentTarget.contains(next) && !next.closest('[aria-haspopup]'))
    panels.close(false);
}
