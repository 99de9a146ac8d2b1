import { idleLimits } from '../../../shared/limits/idle-limits.ts';
import { visualElementLimits } from '../../../shared/limits/visual-element-limits.ts';
import type { ControlsVisibility } from '../../parts/controls-visibility.ts';
import type { PlayerState } from '../../player/state/player-state.ts';
import type { PlayerStore } from '../../player/state/player-store.ts';
import type { Log } from '../../telemetry/player-log.ts';
import type { EarlyGestures } from '../shell/early-gestures.ts';
import { createAttachCache } from './attach-cache.ts';
import { type GestureEvent, readGesture } from './read-gesture.ts';
import { screenName } from './screen-name.ts';

export interface VisualElementDeps {
  root: HTMLElement;
  /** The element that React draws into. */
  ui: HTMLElement;
  store: PlayerStore;
  visibility: ControlsVisibility;
  gestures: EarlyGestures;
  log: Log;
  newNonce(): string;
}

/**
 * Logs the player's own controls (`visual_element.…`): the screen, its controls, and which of them
 * the viewer saw and used. The markup names them by `data-visual-element`. Looks at the page only
 * after elements were added, the screen changed or the controls showed again. It then waits for the
 * browser to be idle, so a playing video costs nothing.
 */
export function startVisualElements(
  { root, ui, store, visibility, gestures, log, newNonce }: VisualElementDeps,
  signal: AbortSignal,
): void {
  const attached = createAttachCache(visualElementLimits.attachCacheCount);
  /** Names of the controls seen on this screen. */
  let shown = new Set<string>();
  /** The screen's nonce, which groups its events. */
  let csn = '';
  let onScreen: PlayerState | null = null;
  let isLookDue = false;

  function logEvent(name: string, payload: Record<string, unknown>): void {
    log(name, { csn, ...payload }, { sequenceGroup: csn });
  }

  function enterScreen(): void {
    const state = store.getState();
    if (onScreen !== null && isSameScreen(state, onScreen)) return;
    onScreen = state;
    csn = newNonce();
    shown = new Set();
    logEvent('visual_element.screen', { screen: screenName(state), videoId: state.videoId });
  }

  function check(): void {
    isLookDue = false;
    // A hidden page shows nothing. When it becomes visible, the next look follows.
    if (signal.aborted || document.hidden) return;
    enterScreen();
    const children = new Map<string, string[]>();
    const newlyShown: string[] = [];
    for (const element of root.querySelectorAll<HTMLElement>(selector)) {
      const name = nameOf(element);
      const parent = nameOf(element.parentElement?.closest<HTMLElement>(selector));
      if (attached.add(`${csn} ${parent} ${name}`))
        children.set(parent, [...(children.get(parent) ?? []), name]);
      if (shown.has(name) || !isSeen(element)) continue;
      shown.add(name);
      newlyShown.push(name);
    }
    for (const [parent, names] of children)
      logEvent('visual_element.attach', { parent, children: names });
    if (newlyShown.length > 0) logEvent('visual_element.show', { elements: newlyShown });
  }

  function checkSoon(): void {
    if (isLookDue) return;
    isLookDue = true;
    if ('requestIdleCallback' in globalThis)
      requestIdleCallback(check, { timeout: idleLimits.waitMs });
    else setTimeout(check);
  }

  function isSeen(element: HTMLElement): boolean {
    return (visibility.isShown() || !ui.contains(element)) && element.getClientRects().length > 0;
  }

  function onGesture(event: Event): void {
    const element = (event.target as Element).closest<HTMLElement>(selector);
    const kind = element && readGesture(event as GestureEvent, element instanceof HTMLInputElement);
    if (kind === null) return;
    if (isLookDue) check();
    logEvent('visual_element.gesture', { element: nameOf(element), kind });
  }

  const observer = new MutationObserver(checkSoon);
  observer.observe(ui, { childList: true, subtree: true });
  const stopVisibility = visibility.subscribe(checkSoon);
  const stopStore = store.subscribe((state, previous) => {
    if (!isSameScreen(state, previous)) checkSoon();
  });
  signal.addEventListener(
    'abort',
    () => {
      observer.disconnect();
      stopVisibility();
      stopStore();
    },
    { once: true },
  );
  document.addEventListener('visibilitychange', checkSoon, { signal });
  checkSoon();
  gestures.subscribe(onGesture);
}

const selector = '[data-visual-element]';

function nameOf(element: HTMLElement | null | undefined): string {
  return element?.dataset.visualElement ?? '';
}

function isSameScreen(state: PlayerState, previous: PlayerState): boolean {
  return state.videoId === previous.videoId && screenName(state) === screenName(previous);
}
