import type { DemoLibrary } from '../demo-library.ts';

/** The remote control, as every client can carry it out in its own words. */
export interface RemotePlayer {
  play(): void;
  pause(): void;
  seekTo(seconds: number): void;
  /** @param volume 0 to 100 */
  setVolume(volume: number): void;
  /** `null` for a protocol that has no word for it. */
  setRate: ((rate: number) => void) | null;
  loadVideo(videoId: string): void;
  loadPlaylist(playlist: DemoLibrary['playlists'][number]): void;
  next(): void;
  previous(): void;
  /** Leaves nothing behind in the page. */
  destroy(): void;
}

/** What a client has learnt, in the page's words; what is left out stays as it is. */
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
  /** An empty place in the page; a client leaves it empty again. */
  stage: HTMLElement;
  library: DemoLibrary;
  videoId: string;
  tell: (news: ClientNews) => void;
  /** For the page's log: what the client was told to do, and what it heard. */
  log: (direction: 'sent' | 'received', label: string, text: string) => void;
}

export interface ClientKind {
  title: string;
  /** One sentence about when to take it. */
  about: string;
  /** HTML for a page of one's own. */
  snippet: (embedOrigin: string, videoId: string) => string;
  /** Fetches what the client is made of; any number of times. */
  load: (embedOrigin: string) => Promise<void>;
  /** Puts a player on the stage, when all is loaded. */
  mount: (deps: ClientDeps) => RemotePlayer;
}
