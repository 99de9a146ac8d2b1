import type { Clock } from '../../shared/clock.ts';
import { collectorLimits } from '../../shared/limits.ts';
import {
  type LifecycleEvent,
  type LifecycleState,
  nextLifecycleState,
} from './document-lifecycle.ts';

export interface LifecycleActions {
  /** The page may be about to go: what only it knows should leave it. */
  onPreventable(): void;
  /** The page is gone for good, not kept for a way back. */
  onDisposed(): void;
  /** Send what nobody else will. */
  onFlush(): void;
  /** What more there is to it comes later: `start-page-states.ts`. */
  onVisibility(isVisible: boolean): void;
}

/**
 * Tells when the page may end. `visibilitychange` is the last event that mobile browsers promise, `pagehide` the one that
 * removed and navigated frames get; `beforeunload` comes only when the frame or the host's page navigates. No `unload`: it
 * would keep the host's page out of the back/forward cache, which `beforeunload` no longer does in any browser that runs this.
 */
export function watchDocumentLifecycle(
  actions: LifecycleActions,
  clock: Clock,
  signal: AbortSignal,
): void {
  let state: LifecycleState = 'document_active';
  let isKept = false;
  let cancelTimer = () => {};

  const onEnter: Record<LifecycleState, () => void> = {
    document_active: () => cancelTimer(),
    document_disposed_preventable() {
      actions.onPreventable();
      // No event tells that somebody stayed; time does. Should the page go after all, `pagehide` is obeyed in either state.
      cancelTimer = clock.setTimer(
        () => dispatch('unload_cancelled'),
        collectorLimits.exitSpreadMs,
      );
    },
    document_disposed() {
      cancelTimer();
      try {
        if (!isKept) actions.onDisposed();
      } finally {
        // A player that throws at its end takes no log along.
        dispatch('disposed');
      }
    },
    flush_logs() {
      try {
        actions.onFlush();
      } finally {
        dispatch('flushed');
      }
    },
  };

  function dispatch(event: LifecycleEvent): void {
    const next = nextLifecycleState(state, event);
    if (next === state) return;
    state = next;
    onEnter[next]();
  }

  addEventListener('beforeunload', () => dispatch('beforeunload'), { signal });
  addEventListener(
    'pagehide',
    ({ persisted }) => {
      isKept = persisted;
      dispatch('pagehide');
    },
    { signal },
  );
  document.addEventListener(
    'visibilitychange',
    () => actions.onVisibility(document.visibilityState === 'visible'),
    { signal },
  );
  signal.addEventListener('abort', () => cancelTimer(), { once: true });
}
