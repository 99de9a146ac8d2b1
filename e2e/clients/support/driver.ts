/**
 * The functions that the tests call on every host page. A page implements them with its client and
 * omits those that the client lacks, so a missing member is a statement about the client.
 */
export interface Driver {
  play(): unknown;
  pause(): unknown;
  /** Seconds. */
  time(): number | Promise<number>;
  duration(): number | Promise<number>;
  seek(seconds: number): unknown;
  isPaused?(): boolean | Promise<boolean>;
  /** 0 to 100. */
  setVolume?(volume: number): unknown;
  volume?(): number | Promise<number>;
  mute?(): unknown;
  unmute?(): unknown;
  isMuted?(): boolean | Promise<boolean>;
  setRate?(rate: number): unknown;
  rate?(): number | Promise<number>;
  /** Loads another video in the same player; the client decides whether it plays at once. */
  load?(videoId: string): unknown;
  loadPlaylist?(listId: string): unknown;
  next?(): unknown;
  previous?(): unknown;
  playAt?(index: number): unknown;
  playlistIndex?(): number | Promise<number>;
  destroy?(): unknown;
  /** Members that only one client offers. */
  extra?: Record<string, (...args: never[]) => unknown>;
}

export type Action = Exclude<keyof Driver, 'extra'>;

declare global {
  interface Window {
    driver: Driver;
    /** The client's events in order, each as `name` or `name value`. */
    received: string[];
  }
}
