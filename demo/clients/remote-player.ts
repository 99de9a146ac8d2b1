import type { DemoLibrary } from '../demo-library.ts';

/** The remote control that every client implements with its own API. */
export interface RemotePlayer {
  play(): void;
  pause(): void;
  seekTo(seconds: number): void;
  /** @param volume 0 to 100 */
  setVolume(volume: number): void;
  /** `null` if the protocol cannot set it. */
  setRate: ((rate: number) => void) | null;
  loadVideo(videoId: string): void;
  loadPlaylist(playlist: DemoLibrary['playlists'][number]): void;
  next(): void;
  previous(): void;
  /** Removes everything from the page. */
  destroy(): void;
}

/** State reported by a client, in the page's own names. Fields that are left out are unchanged. */
export interface ClientNews {
  state?: string | undefined;
  /** Seconds. */
  currentTime?: number | undefined;
  duration?: number | undefined;
  /** 0 to 100. */
  volume?: number | undefined;
  isMuted?: boolean | undefined;
  rate?: number | undefined;
  /** Its title. */
  video?: string | undefined;
  error?: string | undefined;
}

export interface ClientDeps {
  /** An empty element in the page; `destroy` must empty it again. */
  stage: HTMLElement;
  library: DemoLibrary;
  videoId: string;
  notify: (news: ClientNews) => void;
  /** Adds to the page's log: calls to the client, and messages from it. */
  log: (direction: 'sent' | 'received', label: string, text: string) => void;
}

export interface ClientKind {
  title: string;
  /** One sentence about when to use it. */
  about: string;
  /** HTML for the reader's own page. */
  snippet: (embedOrigin: string, videoId: string) => string;
  /** Loads the client's scripts; may be called repeatedly. */
  load: (embedOrigin: string) => Promise<void>;
  /** Adds a player to the stage after loading. */
  mount: (deps: ClientDeps) => RemotePlayer;
}
