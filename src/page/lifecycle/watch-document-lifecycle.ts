import { collectorLimits } from '../../../shared/limits/collector-limits.ts';
import type { Clock } from '../../../shared/tools/clock.ts';
import {
  type LifecycleEvent,
  type LifecycleState,
  nextLifecycleState,
} from './document-lifecycle.ts';

export interface LifecycleActions {
  /** The page may be about to go: save what exists only in this page. */
  onPreventable(): void;
  /** The page is gone for good, not kept in the back/forward cache. */
  onDisposed(): void;
  /** Send what no other page will send. */
  onFlush(): void;
  /** `start-page-states.ts` handles visibility in more detail; it loads later. */
  onVisibility(isVisible: boolean): void;
}

/**
 * Reports when the page may end:
 * - `visibilitychange` is the last event that mobile browsers guarantee.
 * - `pagehide` fires for removed and navigated frames.
 * - `beforeunload` fires only when the frame or the host's page navigates. It does not disable the
 *   back/forward cache in any supported browser.
 * - `unload` is not used: it would keep the host's page out of the back/forward cache.
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
      // No event reports that navigation was cancelled, so a timer decides. If the page does go,
      // `pagehide` works in either state.
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
        // If disposing throws, the logs must still be sent.
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
