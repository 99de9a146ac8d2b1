import type { ComponentType } from 'react';

/** Panels over or beside the picture; one is open at a time. */
export type PanelName =
  | 'settings'
  | 'chapters'
  | 'shortcuts'
  | 'context_menu'
  | 'copy'
  | 'share'
  | 'transcript'
  | 'playlist';

export type LoadPanel = () => Promise<ComponentType>;

/** Arguments for opening a panel. */
interface PanelRequest {
  /** Position of the pointer, in pixels from the player's top left corner. */
  x?: number;
  y?: number;
  /** Text for the viewer to copy by hand. */
  text?: string;
}

export interface PanelState {
  /** `null`: no panel is open. */
  name: PanelName | null;
  /** `null` until its script has loaded. */
  Panel: ComponentType | null;
  request: PanelRequest;
  /** The statistics stay open while panels open and close. */
  hasStats: boolean;
}

/** Knows which panel is open. A panel's script is fetched when the viewer reaches for it. */
export interface PanelStore {
  /** Returns the same object until something changes. */
  getState(): PanelState;
  subscribe(listener: () => void): () => void;
  /** Fetches a panel's script; call it when the viewer seems about to open the panel. */
  preload(name: PanelName): void;
  open(name: PanelName, request?: PanelRequest): void;
  toggle(name: PanelName): void;
  /** @param returnsFocus whether the element focused before the panel opened gets the focus back */
  close(returnsFocus?: boolean): void;
  toggleStats(): void;
}

const closed = { name: null, Panel: null, request: {} };

export function createPanelStore(loaders: Record<PanelName, LoadPanel>): PanelStore {
  const listeners = new Set<() => void>();
  const loaded = new Map<PanelName, ComponentType>();
  let state: PanelState = { ...closed, hasStats: false };
  let opener: Element | null = null;

  function setState(next: Partial<PanelState>): void {
    state = { ...state, ...next };
    for (const listener of [...listeners]) listener();
  }

  async function load(name: PanelName): Promise<ComponentType> {
    const Panel = loaded.get(name) ?? (await loaders[name]());
    loaded.set(name, Panel);
    return Panel;
  }

  async function open(name: PanelName, request: PanelRequest = {}): Promise<void> {
    if (state.name === null) opener = document.activeElement;
    setState({ name, Panel: loaded.get(name) ?? null, request });
    if (state.Panel !== null) return;
    try {
      const Panel = await load(name);
      if (state.name === name) setState({ name, Panel });
    } catch {
      // The script could not be loaded: the next click retries.
      if (state.name === name) setState(closed);
    }
  }

  function close(returnsFocus = true): void {
    if (state.name === null) return;
    setState(closed);
    if (returnsFocus && opener instanceof HTMLElement) opener.focus();
    opener = null;
  }

  return {
    getState: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    preload: (name) => void load(name).catch(() => undefined),
    open: (name, request) => void open(name, request),
    toggle: (name) => (state.name === name ? close() : void open(name)),
    close,
    toggleStats: () => setState({ hasStats: !state.hasStats }),
  };
}
