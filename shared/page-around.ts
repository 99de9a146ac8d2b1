/**
 * What is told of the page around a player (specification §2, `loaderUrl`): scheme, host and path. Never a query, a fragment or a
 * password, which may hold what opens something; and of a page of the player's own host no path, so that no signed address is in it.
 * @param url of that page: a referrer, or what a host says of itself
 * @param ownHost of the player, with its port
 * @returns empty for what is no web address
 */
export function pageAround(url: string, ownHost: string): string {
  const [, scheme = '', host = '', path = ''] =
    /^(https?:\/\/)(?:[^/?#]*@)?([^/?#]+)([^?#]*)/i.exec(url) ?? [];
  return scheme + host + (host !== '' && host === ownHost ? '/' : path);
}
