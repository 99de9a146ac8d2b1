/**
 * What the tests ask of every host page. A page answers in its client's own words and leaves out what its client cannot do,
 * so that a missing member is a statement about the client.
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
  /** Shows another video in the same player; whether it plays at once is the client's affair. */
  load?(videoId: string): unknown;
  loadPlaylist?(listId: string): unknown;
  next?(): unknown;
  previous?(): unknown;
  playAt?(index: number): unknown;
  playlistIndex?(): number | Promise<number>;
  destroy?(): unknown;
  /** Whatever else one client alone has to show. */
  extra?: Record<string, (...args: never[]) => unknown>;
}

export type Action = Exclude<keyof Driver, 'extra'>;

declare global {
  interface Window {
    driver: Driver;
    /** The client's events in order, each as `name` or `name value`. */
    heard: string[];
  }
}
