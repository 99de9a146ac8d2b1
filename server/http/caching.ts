import { cachingLimits } from './answer-limits.ts';

const { hashedSec, fileSec, stableSec, livePartSec } = cachingLimits;

/** `Cache-Control` values. Errors have none, so that caches do not keep them. */
export const caching = {
  /** Revalidated on each use. */
  revalidated: 'no-cache',
  never: 'no-store',
  /** Never shared between visitors. */
  private: 'private, no-cache',
  /** A name with a content hash never gets other content. */
  hashed: `public, max-age=${hashedSec}, immutable`,
  /** The same, for an authorized client only. */
  privateHashed: `private, max-age=${hashedSec}, immutable`,
  /** A file may be replaced under its name. */
  file: `public, max-age=${fileSec}`,
  /**
   * For the client with the address, no longer than the address is valid; never in shared caches.
   */
  signedFile: (leftSec: number) => `private, max-age=${Math.min(fileSec, leftSec)}`,
  /** Pages name these paths for years. */
  stable: `public, max-age=${stableSec}`,
  /** A part's bytes never change under its name. */
  livePart: `public, max-age=${livePartSec}`,
} as const;
