/** `Cache-Control` values. Errors have none, so that caches do not keep them. */
export const caching = {
  /** Revalidated on each use. */
  revalidated: 'no-cache',
  never: 'no-store',
  /** Never shared between visitors. */
  private: 'private, no-cache',
  /** A name with a content hash never gets other content. */
  hashed: 'public, max-age=31536000, immutable',
  /** The same, for an authorized client only. */
  privateHashed: 'private, max-age=31536000, immutable',
  /** A file may be replaced under its name. */
  file: 'public, max-age=3600',
  /**
   * For the client with the address, no longer than the address is valid; never in shared caches.
   */
  signedFile: (leftSec: number) => `private, max-age=${Math.min(3_600, leftSec)}`,
  /**
   * Pages name these paths for years. A new build arrives within minutes, and busy pages do not
   * revalidate each time.
   */
  stable: 'public, max-age=300',
  /** A part's bytes never change under its name, and clients soon stop requesting it. */
  livePart: 'public, max-age=60',
} as const;
