/** Around which page a player stands. */
export type Embedder =
  /** None, or one of this server's own. */
  | { type: 'none' }
  /** `origin` as `URL.origin` writes it. */
  | { type: 'page'; origin: string }
  /** One that keeps its name to itself. */
  | { type: 'nameless' }
  /** The browser does not tell frames from pages. What it may show in which frame it learns by `frame-ancestors`. */
  | { type: 'unknown' };

export interface EmbedderHeaders {
  /** `Sec-Fetch-Dest`, which browsers send over https and to localhost. */
  destination: string | undefined;
  referer: string | undefined;
  /** Of this server, with its port, as the browser names it. */
  ownHost: string;
}

const frames = ['iframe', 'frame', 'embed', 'object', 'fencedframe'];

/** What the request for a player page says of the page around it. Programs can say what they like; browsers are also told by headers. */
export function readEmbedder({ destination, referer = '', ownHost }: EmbedderHeaders): Embedder {
  if (destination !== undefined && !frames.includes(destination)) return { type: 'none' };
  const page = URL.canParse(referer) ? new URL(referer) : null;
  if (page === null || !/^https?:$/.test(page.protocol))
    return { type: destination === undefined ? 'unknown' : 'nameless' };
  return page.host === ownHost ? { type: 'none' } : { type: 'page', origin: page.origin };
}
