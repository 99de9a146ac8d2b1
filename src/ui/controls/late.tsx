import { type ComponentType, useSyncExternalStore } from 'react';

/**
 * Fetches a component's script when the component is first drawn. Draws nothing until the script
 * has loaded. If loading fails, the next drawing retries.
 */
export function late<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  const listeners = new Set<() => void>();
  let Part: ComponentType<Props> | null = null;
  let isLoading = false;

  async function fetchPart(): Promise<void> {
    if (isLoading) return;
    isLoading = true;
    try {
      Part = await load();
      for (const listener of [...listeners]) listener();
    } catch {
      // The next drawing retries.
      isLoading = false;
    }
  }

  function subscribe(listener: () => void): () => void {
    listeners.add(listener);
    void fetchPart();
    return () => listeners.delete(listener);
  }

  return function Late(props) {
    const Loaded = useSyncExternalStore(subscribe, () => Part);
    return Loaded === null ? null : <Loaded {...props} />;
  };
}
