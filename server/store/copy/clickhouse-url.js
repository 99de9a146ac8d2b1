/**
 * Reads the address of a ClickHouse. Plain JavaScript without packages, because the start script
 * reads options before anything is installed.
 */

/**
 * @typedef {object} ClickHouseAddress
 * @property {readonly string[]} servers HTTP addresses without user and password; any of them does
 * @property {string} username
 * @property {string} password
 * @property {string} database
 * @property {string | null} cluster name of the cluster over which the tables are spread
 */

/** Names that need no quotes in SQL. */
const plainName = /^[A-Za-z_]\w{0,62}$/;
const httpPort = 8_123;
const httpsPort = 8_443;

/**
 * @param {string} text `clickhouse://USER:PASSWORD@HOST:PORT/DATABASE`, with the port of
 *   ClickHouse's HTTP interface; `?secure=true` uses TLS. `?cluster=NAME` spreads the tables over a
 *   cluster, and only then there may be several hosts, separated by commas: servers that are no
 *   cluster would each get a part of the events
 * @returns {ClickHouseAddress | null} `null` if it is no such address
 */
export function parseClickHouseUrl(text) {
  const parts = /^(clickhouse:\/\/)([^@/?#]*@)?([^/?#@]+)(\/.*)?$/i.exec(text);
  if (parts === null) return null;
  const [, scheme = '', user = '', hosts = '', rest = ''] = parts;
  const urls = hosts.split(',').map((host) => `${scheme}${user}${host}${rest}`);
  if (!urls.every((url) => URL.canParse(url))) return null;
  const parsed = urls.map((url) => new URL(url));
  const [first] = parsed;
  if (first === undefined || parsed.some(({ hostname }) => hostname === '')) return null;
  const { searchParams, pathname, hash } = first;
  const database = pathname.slice(1);
  const cluster = searchParams.get('cluster');
  const secure = searchParams.get('secure') ?? 'false';
  if (parsed.length > 1 && cluster === null) return null;
  const isKnown = [...searchParams.keys()].every((name) => name === 'cluster' || name === 'secure');
  if (!plainName.test(database) || (cluster !== null && !plainName.test(cluster))) return null;
  if (!isKnown || hash !== '' || (secure !== 'true' && secure !== 'false')) return null;
  const [username, password] = [decoded(first.username), decoded(first.password)];
  if (username === null || password === null) return null;
  const [protocol, port] = secure === 'true' ? ['https', httpsPort] : ['http', httpPort];
  return {
    servers: parsed.map((url) => `${protocol}://${url.hostname}:${url.port || port}`),
    username: username || 'default',
    password,
    database,
    cluster,
  };
}

/**
 * @param {string} text
 * @returns {string | null} `null` with a lone `%`
 */
function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
