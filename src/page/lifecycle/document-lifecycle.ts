/** Specification §4, "Document lifecycle". */
export type LifecycleState =
  | 'document_active'
  /** `beforeunload`: the page may go, or the viewer may still cancel. */
  | 'document_disposed_preventable'
  | 'document_disposed'
  /** Pending logs are sent. */
  | 'flush_logs';

export type LifecycleEvent =
  | 'beforeunload'
  | 'unload_cancelled'
  | 'pagehide'
  | 'disposed'
  | 'flushed';

const transitions: Readonly<
  Record<LifecycleState, Partial<Record<LifecycleEvent, LifecycleState>>>
> = {
  document_active: { beforeunload: 'document_disposed_preventable', pagehide: 'document_disposed' },
  document_disposed_preventable: {
    unload_cancelled: 'document_active',
    pagehide: 'document_disposed',
  },
  document_disposed: { disposed: 'flush_logs' },
  // Active again: a page in the back/forward cache may return. For a page that is gone it makes no
  // difference.
  flush_logs: { flushed: 'document_active' },
};

/** @returns the next state; the same state if the event does not apply */
export function nextLifecycleState(state: LifecycleState, event: LifecycleEvent): LifecycleState {
  return transitions[state][event] ?? state;
}
