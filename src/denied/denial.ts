/** What a page or a frame may lack. `storage` and all below it down to `worker-url` follow from `origin` where that is denied. */
export type DeniedName =
  /** It belongs to no origin. */
  | 'origin'
  | 'storage'
  | 'cookies'
  /** Web Locks. */
  | 'locks'
  /** A worker by its URL; one from a blob there is. */
  | 'worker-url'
  /** Any worker for the services. */
  | 'worker'
  /** The id that tells viewers apart. */
  | 'visitor-id'
  /** Storage that outlives the page; there is one that does not. */
  | 'lasting-storage'
  | 'autoplay'
  | 'fullscreen'
  | 'encrypted-media'
  | 'picture-in-picture'
  /** The API of a page that lies elsewhere. */
  | 'api'
  /** Requests for the log. */
  | 'intake'
  /** Scripts of the player itself. */
  | 'scripts';

export interface Denial {
  name: DeniedName;
  /** A sentence each for the cause, what the player does without, and the fix; for a developer, not for viewers. */
  cause: string;
}
