/** Specification §4, "Document lifecycle". */
export type LifecycleState =
  | 'document_active'
  /** `beforeunload`: the page may go, or somebody may still stop it. */
  | 'document_disposed_preventable'
  | 'document_disposed'
  /** Pending logs leave. */
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
  // Active again: a page in the back/forward cache comes back, and one that is gone asks nobody.
  flush_logs: { flushed: 'document_active' },
};

/** @returns the state after an event; the same for one that means nothing in it */
export function nextLifecycleState(state: LifecycleState, event: LifecycleEvent): LifecycleState {
  return transitions[state][event] ?? state;
}
