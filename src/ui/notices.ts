/** A sentence for the viewer, shown for a moment and read out. */
interface Notice {
  text: string;
  /** Tells it from an equal one before it. */
  id: number;
}

export interface Notices {
  /** The same object until the next is said. */
  getState(): Notice;
  subscribe(listener: () => void): () => void;
  say(text: string): void;
}

export function createNotices(): Notices {
  const listeners = new Set<() => void>();
  let state: Notice = { text: '', id: 0 };
  return {
    getState: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    say(text) {
      state = { text, id: state.id + 1 };
      for (const listener of [...listeners]) listener();
    },
  };
}
