/**
 * A bound of what clients, files or rows can make the server spend. `docs/security.md` lists every one: `npm run docs` writes its table
 * from the files of this room.
 */
export interface CostLimit {
  /** In the unit that `bounds` names. */
  value: number;
  /** What is counted, with its unit: "unpacked bytes a minute". */
  bounds: string;
  /** What one value counts for. */
  scope: 'client' | 'connection' | 'request' | 'viewer' | 'file' | 'server';
  /** What a client over it receives, or what happens to a file over it: "429 `RATE_LIMITED`, `Retry-After`". */
  over: string;
}
