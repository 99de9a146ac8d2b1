import { parsePostgresUrl } from './postgres/postgres-url.js';

/**
 * @typedef {object} StoreOptions
 * @property {readonly import('./postgres/postgres-url.js').PostgresHost[] | null} postgres servers
 *   of the PostgreSQL that keeps the events; `null` if a file in the data directory keeps them
 * @property {import('./postgres/postgres-url.js').PostgresHost | null} replica a standby of it from
 *   which viewers' data is read
 * @property {number | null} trustDateMs a date in Unix milliseconds that the operator has
 *   confirmed; `null` if none
 * @property {number | null} keepDays retention of documents without new batches; `null` keeps all
 */

/**
 * Players resend for up to 30 days; an event resent after its document has expired would be stored
 * twice.
 */
const keepDaysMin = 31;

/**
 * @param {(name: string) => { text: string, source: string }} textOf
 * @returns {{ ok: true, value: StoreOptions } | { ok: false, message: string }} the message never
 *   repeats an address, which may contain a password
 */
export function parseStoreOptions(textOf) {
  const store = textOf('store');
  const postgres = store.text === 'sqlite' ? null : parsePostgresUrl(store.text);
  if (store.text !== 'sqlite' && postgres === null)
    return {
      ok: false,
      message: `${store.source} is invalid; use sqlite, or an address such as postgres://user:password@localhost:5432/offstage. In the password, write %2F for a slash and %40 for an @.`,
    };
  const replica = textOf('store-replica');
  const replicas = replica.text === '' ? [null] : parsePostgresUrl(replica.text);
  if (replicas === null || replicas.length !== 1)
    return {
      ok: false,
      message: `${replica.source} is invalid; use the address of one standby, such as postgres://user:password@standby:5432/offstage.`,
    };
  if (replica.text !== '' && postgres === null)
    return {
      ok: false,
      message: `${replica.source} needs a store in PostgreSQL: name the primary with --store, or leave it out.`,
    };
  const keepDays = textOf('keep-days');
  const days = /^\d{1,5}$/.test(keepDays.text) ? Number(keepDays.text) : Number.NaN;
  if (days !== 0 && !(days >= keepDaysMin))
    return {
      ok: false,
      message: `${keepDays.source} "${keepDays.text}" is not a valid number of days; use ${keepDaysMin} or more, because players resend for 30 days, or 0 to keep everything.`,
    };
  const trustDate = textOf('trust-date');
  const trustDateMs = parseDate(trustDate.text);
  if (trustDate.text !== '' && trustDateMs === null)
    return {
      ok: false,
      message: `${trustDate.source} "${trustDate.text}" is not a date; use year, month and day, for example 2026-11-23.`,
    };
  return {
    ok: true,
    value: {
      postgres,
      replica: replicas[0] ?? null,
      keepDays: days === 0 ? null : days,
      trustDateMs,
    },
  };
}

/**
 * @param {string} text
 * @returns {number | null} Unix milliseconds of the start of the day in UTC; `null` if it is no
 *   calendar date
 */
function parseDate(text) {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return null;
  const date = new Date(`${text}T00:00:00Z`);
  return Number.isNaN(date.getTime()) || date.toISOString().slice(0, 10) !== text
    ? null
    : date.getTime();
}
