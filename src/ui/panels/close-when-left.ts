import type { FocusEvent } from 'react';
import type { PanelStore } from '../controls/panels/panel-store.ts';

/**
 * Closes a menu when the focus goes to another element. A focus that goes nowhere, or to a button
 * that opens a menu, does not close it.
 */
export function closeWhenLeft(event: FocusEvent<HTMLElement>, panels: PanelStore): void {
  const next = event.relatedTarget;
  if (next !== null && !event.currentTarget.contains(next) && !next.closest('[aria-haspopup]'))
    panels.close(false);
}
