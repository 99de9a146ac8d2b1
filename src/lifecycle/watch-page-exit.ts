interface PageExitDeps {
  /** The page may never be seen again: hand everything over. */
  onHidden: () => void;
  /** The page is going: send what nobody else will. */
  onPageHide: () => void;
}

/**
 * Tells when the page may end. `visibilitychange` is the last event that mobile browsers promise, `pagehide` the one that
 * removed and navigated frames get. No `beforeunload` and no `unload`: they would keep the host's page out of the bfcache.
 */
export function watchPageExit({ onHidden, onPageHide }: PageExitDeps, signal: AbortSignal): void {
  document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && onHidden(), {
    signal,
  });
  addEventListener('pagehide', onPageHide, { signal });
}
