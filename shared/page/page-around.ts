/**
 * The address of the page around a player that may be reported (specification §2, `loaderUrl`):
 * scheme, host and path. Never a query, a fragment or a password, which may grant access. For a
 * page of the player's own host the path is left out too, so that no signed address is included.
 * @param url of that page: a referrer, or an address from the host
 * @param ownHost of the player, with its port
 * @returns empty if it is not a web address
 */
export function pageAround(url: string, ownHost: string): string {
  const [, scheme = '', host = '', path = ''] =
    /^(https?:\/\/)(?:[^/?#]*@)?([^/?#]+)([^?#]*)/i.exec(url) ?? [];
  return scheme + host + (host !== '' && host === ownHost ? '/' : path);
}
