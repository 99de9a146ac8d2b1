/** A domain name has 253 characters at most; a login and a port may stand beside it. */
const authorityMaxChars = 300;

const authority = new RegExp(`^https?://[^/\\\\?#]{1,${authorityMaxChars}}(?:[/\\\\?#]|$)`, 'i');

/**
 * An address that a client has given. `URL` takes the square of the time for a long host of foreign letters (Punycode): 0.1 s for
 * 5,000 of them. So only what may have a host is read.
 * @returns `null` for what is no address with http or https
 */
export function parseWebUrl(text: string): URL | null {
  return authority.test(text) ? URL.parse(text) : null;
}
