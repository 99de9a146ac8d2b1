import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseClickHouseUrl } from '../store/copy/clickhouse-url.js';
import { databaseName, parsePostgresUrl } from '../store/postgres/postgres-url.js';
import { optionLimits } from './option-limits.js';
import { parseParquet } from './parse-parquet.js';
import { accept, refuse } from './server-option.js';
import { wholeNumber } from './value-parsers.js';

const bundledMediaDir = fileURLToPath(new URL('../../media', import.meta.url));

/**
 * Where videos and events are stored, and for how long.
 * Messages never repeat the address of a store, because it may hold a password.
 */
export const storageOptions =
  /** @satisfies {Record<string, import('./server-option.js').ServerOption>} */ ({
    /** An absolute path. */
    mediaDir: {
      name: 'media',
      env: 'OFFSTAGE_MEDIA',
      placeholder: 'DIR',
      // The npm package has no videos: there the directory is in the working directory.
      fallback: existsSync(bundledMediaDir) ? bundledMediaDir : 'media',
      help: 'directory with the videos',
      isPublished: true,
      parse: parseDirectory,
    },
    /** An absolute path. */
    dataDir: {
      name: 'data',
      env: 'OFFSTAGE_DATA',
      placeholder: 'DIR',
      fallback: '.offstage',
      help: 'directory for the event store',
      parse: parseDirectory,
    },
    /**
     * Servers of the PostgreSQL with the events, or of each of several ones; none for a file in the
     * data directory.
     */
    stores: {
      name: 'store',
      env: 'OFFSTAGE_STORE',
      placeholder: 'sqlite|URL',
      fallback: 'sqlite',
      help: 'where events are stored: a file in the data directory, or PostgreSQL (postgres://USER:PASSWORD@HOST:PORT/DATABASE); several spread the documents over several databases',
      isList: true,
      separator: ' ',
      parse: parseStores,
    },
    /** A standby of it that answers reads of viewers' data. */
    replica: {
      name: 'store-replica',
      env: 'OFFSTAGE_STORE_REPLICA',
      placeholder: 'URL',
      fallback: '',
      help: "a standby of that PostgreSQL: viewers' subscriptions, bells and lists are read there, unless it lags behind the viewer's last change",
      parse: parseReplica,
    },
    /** A ClickHouse that gets a copy of the events; `null` for none. */
    events: {
      name: 'events',
      env: 'OFFSTAGE_EVENTS',
      placeholder: 'URL',
      fallback: '',
      help: 'a ClickHouse that also gets all events, for queries of your own and for --inbox-days (clickhouse://USER:PASSWORD@HOST:PORT/DATABASE)',
      parse: parseEvents,
    },
    /** Days that events stay in the store beside ClickHouse; `null` keeps all of them there. */
    inboxDays: {
      name: 'inbox-days',
      env: 'OFFSTAGE_INBOX_DAYS',
      placeholder: 'DAYS',
      fallback: '0',
      help: 'days that an event stays in the store after its arrival, once ClickHouse has it; feeds and exports read older events there; 0 keeps all in the store',
      parse: parseInboxDays,
    },
    /** A bucket that gets the events in Parquet files; `null` for none. */
    parquet: {
      name: 'parquet',
      env: 'OFFSTAGE_PARQUET',
      placeholder: 'URL',
      fallback: '',
      help: 'a bucket of S3 or of a compatible server that gets the events of each hour in Parquet files (s3://BUCKET/PREFIX?region=REGION&endpoint=URL)',
      parse: parseParquet,
    },
    /** Megabytes of the spool; 0 for none. */
    spoolMb: {
      name: 'spool',
      env: 'OFFSTAGE_SPOOL',
      placeholder: 'MB',
      fallback: '1000',
      help: 'megabytes in the data directory for events that the store does not take at the moment; 0 for none',
      parse: parseSpool,
    },
    /** Documents are deleted this long after their last event; `null` keeps them forever. */
    keepDays: {
      name: 'keep-days',
      env: 'OFFSTAGE_KEEP_DAYS',
      placeholder: 'DAYS',
      fallback: '0',
      help: 'days after the last event of a document until its events are deleted, 31 or more; 0 keeps all',
      parse: parseKeepDays,
    },
    /** Unix milliseconds. */
    trustDateMs: {
      name: 'trust-date',
      env: 'OFFSTAGE_TRUST_DATE',
      placeholder: 'DATE',
      fallback: '',
      help: "today's date, such as 2026-11-23: after a pause of more than a week nothing expires until it confirms the clock",
      parse: ({ text, source }) => {
        if (text === '') return accept(null);
        const ms = parseDate(text);
        return ms === null
          ? refuse(
              `${source} "${text}" is not a date; use year, month and day, for example 2026-11-23.`,
            )
          : accept(ms);
      },
    },
  });

/**
 * @typedef {import('./server-option.js').GivenText} GivenText
 * @typedef {import('../store/postgres/postgres-url.js').PostgresHost} PostgresHost
 */

/** @param {GivenText} given */
function parseDirectory({ text, cwd }) {
  return accept(resolve(cwd, text));
}

/**
 * @param {Pick<GivenText, 'text' | 'source'>} given addresses separated by spaces
 * @returns {import('./server-option.js').Parsed<readonly (readonly PostgresHost[])[]>}
 */
function parseStores({ text, source }) {
  const texts = text.split(/\s+/).filter((one) => one !== '');
  if (texts.length === 1 && texts[0] === 'sqlite') return accept([]);
  /** @type {PostgresHost[][]} */
  const stores = [];
  for (const one of texts) {
    const hosts = parsePostgresUrl(one);
    if (hosts === null)
      return refuse(
        `${source} is invalid; use sqlite, or an address such as postgres://user:password@localhost:5432/offstage. In the password, write %2F for a slash, %40 for an @ and %25 for a %.`,
      );
    const name = databaseName(hosts);
    if (stores.some((other) => databaseName(other) === name))
      return refuse(
        `${source} names the database "${name}" twice; several stores need databases of different names.`,
      );
    stores.push(hosts);
  }
  return accept(stores);
}

/** @param {GivenText} given */
function parseReplica({ text, source }) {
  if (text === '') return accept(null);
  const [host, ...others] = parsePostgresUrl(text) ?? [];
  return host === undefined || others.length > 0
    ? refuse(
        `${source} is invalid; use the address of one standby, such as postgres://user:password@standby:5432/offstage.`,
      )
    : accept(host);
}

/** @param {GivenText} given */
function parseEvents({ text, source }) {
  if (text === '') return accept(null);
  const address = parseClickHouseUrl(text);
  return address === null
    ? refuse(
        `${source} is invalid; use an address such as clickhouse://user:password@localhost:8123/offstage, with the port of ClickHouse's HTTP interface. After it, ?cluster=NAME spreads the events over a cluster, and ?secure=true uses TLS. Several hosts, separated by commas, need a cluster. In the password, write %2F for a slash, %40 for an @ and %25 for a %.`,
      )
    : accept(address);
}

/** @param {GivenText} given */
function parseInboxDays({ text, source }) {
  const days = wholeNumber(text, 4);
  if (days === 0) return accept(null);
  return days <= optionLimits.inboxDaysMax
    ? accept(days)
    : refuse(
        `${source} "${text}" is not a valid number of days; use 1 to ${optionLimits.inboxDaysMax}, or 0 to keep all events in the store.`,
      );
}

/** @param {GivenText} given */
function parseSpool({ text, source }) {
  const megabytes = wholeNumber(text, 7);
  return Number.isNaN(megabytes)
    ? refuse(
        `${source} "${text}" is not a valid number of megabytes; use 0 for no spool, or up to 9999999.`,
      )
    : accept(megabytes);
}

/** @param {GivenText} given */
function parseKeepDays({ text, source }) {
  const days = wholeNumber(text, 5);
  if (days === 0) return accept(null);
  return days >= optionLimits.keepDaysMin
    ? accept(days)
    : refuse(
        `${source} "${text}" is not a valid number of days; use ${optionLimits.keepDaysMin} or more, because players resend for 30 days, or 0 to keep everything.`,
      );
}

/**
 * @param {string} text
 * @returns {number | null} Unix milliseconds of the day's start in UTC; `null` if it does not exist
 */
function parseDate(text) {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return null;
  const date = new Date(`${text}T00:00:00Z`);
  return Number.isNaN(date.getTime()) || date.toISOString().slice(0, 10) !== text
    ? null
    : date.getTime();
}
