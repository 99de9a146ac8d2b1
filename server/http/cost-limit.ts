/**
 * A limit on the resources that clients, files or rows can use. `npm run docs` lists all of them in
 * `docs/security.md`, from the files of this folder.
 */
export interface CostLimit {
  /** In the unit that `bounds` names. */
  value: number;
  /** The counted quantity with its unit: "unpacked bytes a minute". */
  bounds: string;
  /** Each of these has the value for itself. */
  scope: 'client' | 'connection' | 'request' | 'viewer' | 'file' | 'server';
  /**
   * The reply to a client over the limit, or the treatment of a file over it: "429 `RATE_LIMITED`,
   * `Retry-After`".
   */
  over: string;
}
