/** How long answers may be kept; errors say nothing of it, so that nobody keeps one. */
export const caching = {
  /** Asked about again each time. */
  revalidated: 'no-cache',
  never: 'no-store',
  /** No two visitors may share it. */
  private: 'private, no-cache',
  /** Names with a hash of their content are never given to anything else. */
  hashed: 'public, max-age=31536000, immutable',
  /** The same, for whoever was let in. */
  privateHashed: 'private, max-age=31536000, immutable',
  /** Files may be replaced under their name. */
  file: 'public, max-age=3600',
  /** Whoever has the address may have the file, no longer than the address holds; nobody keeps it for others. */
  signedFile: (leftSec: number) => `private, max-age=${Math.min(3_600, leftSec)}`,
  /** Pages name these paths for years: a new build reaches them within minutes, and a busy page does not ask each time. */
  stable: 'public, max-age=300',
  /** A part's bytes stay the same under its name, which is soon asked for no more. */
  livePart: 'public, max-age=60',
} as const;
