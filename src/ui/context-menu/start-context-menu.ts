import type { PanelStore } from '../panels/panel-store.ts';

/** A right click on the player, Shift+F10 or the menu key opens the player's own menu. A long press of a finger does not. */
export function startContextMenu(root: HTMLElement, panels: PanelStore, signal: AbortSignal): void {
  root.addEventListener(
    'contextmenu',
    (event) => {
      const { target, clientX, clientY } = event;
      const isTouch = event instanceof PointerEvent && event.pointerType === 'touch';
      // Text can be copied there by the browser's own menu.
      const isText =
        target instanceof Element && target.closest('input, textarea, .selectable') !== null;
      if (isTouch || isText) return;
      event.preventDefault();
      const { left, top } = root.getBoundingClientRect();
      panels.open('context_menu', { x: clientX - left, y: clientY - top });
    },
    { signal },
  );
}
