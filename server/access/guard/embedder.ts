/** The page that embeds a player. */
export type Embedder =
  /** No page, or one of this server's own. */
  | { type: 'none' }
  /** `origin` as in `URL.origin`. */
  | { type: 'page'; origin: string }
  /** A page that hides its origin. */
  | { type: 'nameless' }
  /** The browser does not distinguish frames from pages; `frame-ancestors` restricts its frames. */
  | { type: 'unknown' };

export interface EmbedderHeaders {
  /** `Sec-Fetch-Dest`, which browsers send over https and to localhost. */
  destination: string | undefined;
  referer: string | undefined;
  /** This server's host, with its port, as the browser names it. */
  ownHost: string;
}

const frames = ['iframe', 'frame', 'embed', 'object', 'fencedframe'];

/**
 * Reads the embedder from the request for a player page. Programs can forge it; browsers also obey
 * response headers.
 */
export function readEmbedder({ destination, referer = '', ownHost }: EmbedderHeaders): Embedder {
  if (destination !== undefined && !frames.includes(destination)) return { type: 'none' };
  const page = URL.canParse(referer) ? new URL(referer) : null;
  if (page === null || !/^https?:$/.test(page.protocol))
    return { type: destination === undefined ? 'unknown' : 'nameless' };
  return page.host === ownHost ? { type: 'none' } : { type: 'page', origin: page.origin };
}
