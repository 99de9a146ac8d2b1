/**
 * Features that a page or frame may lack. The names from `storage` to `worker-url` follow from
 * `origin` if that is denied.
 */
export type DeniedName =
  /** The frame has an opaque origin. */
  | 'origin'
  | 'storage'
  | 'cookies'
  /** Web Locks. */
  | 'locks'
  /** Workers by URL; a blob worker runs instead. */
  | 'worker-url'
  /** Any worker for the services. */
  | 'worker'
  /** The id that distinguishes viewers. */
  | 'visitor-id'
  /** Persistent storage; only temporary storage works. */
  | 'lasting-storage'
  | 'autoplay'
  | 'fullscreen'
  | 'encrypted-media'
  | 'picture-in-picture'
  /** An API on another origin. */
  | 'api'
  /** Requests to the log intake. */
  | 'intake'
  /** The player's own scripts. */
  | 'scripts';

export interface Denial {
  name: DeniedName;
  /**
   * For developers, not viewers: one sentence each for the cause, what the player lacks, and the
   * fix.
   */
  cause: string;
}
