/**
 * Reads the address of a PostgreSQL. Plain JavaScript without packages, because the start script
 * reads options before anything is installed.
 */

/**
 * One server of an address.
 * @typedef {{ url: string, name: string }} PostgresHost `url`: the address of this server alone;
 *   `name`: a name for messages, without a password
 */

/**
 * @param {string} text `postgres://USER:PASSWORD@HOST:PORT/DATABASE?OPTIONS`; several hosts are
 *   separated by commas, and the one that takes writes is used
 * @returns {PostgresHost[] | null} `null` if it is no such address
 */
export function parsePostgresUrl(text) {
  const parts = /^(postgres(?:ql)?:\/\/)([^@/?#]*@)?([^/?#@]*)([/?].*)?$/i.exec(text);
  if (parts === null) return null;
  const [, scheme = '', user = '', hosts = '', rest = ''] = parts;
  /** @type {PostgresHost[]} */
  const found = [];
  for (const host of hosts.split(',')) {
    const url = `${scheme}${user}${host}${rest}`;
    if (!URL.canParse(url)) return null;
    const { username, password, pathname, searchParams } = new URL(url);
    if (!isDecodable(username + password + pathname)) return null;
    const place = host || searchParams.get('host') || 'localhost';
    found.push({ url, name: `${username === '' ? '' : `${username}@`}${place}${pathname}` });
  }
  return found;
}

/**
 * @param {readonly PostgresHost[]} hosts of one address
 * @returns {string} name of its database; '' if the address has none
 */
export function databaseName(hosts) {
  const [host] = hosts;
  return host === undefined ? '' : decodeURI(new URL(host.url).pathname.slice(1));
}

/** @param {string} text of an address, for example with `%2F`, but without a lone `%` */
function isDecodable(text) {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}
