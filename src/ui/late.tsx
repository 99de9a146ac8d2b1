import { type ComponentType, useSyncExternalStore } from 'react';

/**
 * A part whose script is fetched when it is first drawn. Until that has come, and if it does not come, there is nothing; where
 * the part is drawn anew later, it is asked for again.
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
      // Whoever draws it next asks again.
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
