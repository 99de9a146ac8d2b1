import type { PanelStore } from './panel-store.ts';

/**
 * Opens the player's own menu on right click, Shift+F10 or the menu key, but not on a long press.
 */
export function startContextMenu(root: HTMLElement, panels: PanelStore, signal: AbortSignal): void {
  root.addEventListener(
    'contextmenu',
    (event) => {
      const { target, clientX, clientY } = event;
      const isTouch = event instanceof PointerEvent && event.pointerType === 'touch';
      // Keep the browser's menu on text, for copying.
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
