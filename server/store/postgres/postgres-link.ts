import type { PostgresPool, PostgresPoolClient } from 'kysely';
import pg from 'pg';
import type { Failure } from '../../../shared/result.ts';
import { migratePostgres } from './migrate-postgres.ts';
import {
  connectSentence,
  isAway,
  isRefused,
  PostgresAwayError,
  PostgresBusyError,
  sqlState,
} from './postgres-problem.ts';
import type { PostgresHost } from './postgres-url.js';

export const linkLimits = {
  /** Connections of one server process; the intake uses one of them. */
  poolCount: 10,
  /** Of these, those that reports use at most: a report may take seconds, and nothing else must wait for it. */
  reportsCount: 3,
  /** Reports that wait for one of them; further ones are told that the store is busy. */
  reportsWaitingCount: 50,
  connectMs: 5_000,
  /** A statement that the database gives up; the operator's questions over millions of events take seconds. */
  statementMs: 30_000,
  /** A statement whose answer is no longer waited for, because nothing is heard of the database at all. */
  silenceMs: 35_000,
  /** A transaction whose server process has died holds its locks no longer than this. */
  idleInTransactionMs: 30_000,
  retryMs: 250,
  retryMaxMs: 5_000,
};
type LinkLimits = typeof linkLimits;

export interface LinkDeps {
  /** Gets a sentence for the operator when the database goes and when it comes back. */
  tell: (sentence: string) => void;
  limits?: LinkLimits;
}

/** The way to a PostgreSQL that may go and come again. */
export interface PostgresLink {
  /** Connections of the server that takes writes; throws a `PostgresAwayError` at once while there is none. */
  pool: PostgresPool;
  /** What keeps it from the database, for the operator; `null` while nothing does. */
  problem(): string | null;
  close(): Promise<void>;
}

type LinkState =
  | { phase: 'away'; sentence: string }
  | { phase: 'ready'; pool: pg.Pool }
  | { phase: 'closed' };

/**
 * Connects to the first of the hosts that takes writes and brings its store to the present schema. When it is away, it is looked for
 * again, at intervals that grow, until it is there or the link is closed; meanwhile everything fails at once, so that nothing piles up.
 * @returns a failure when a person has to change something: `STORE_NEWER` for a store of a later version, `STORE_REFUSED` for a user, a
 *   password or a database that is not right
 */
export async function openPostgresLink(
  hosts: readonly PostgresHost[],
  { tell, limits = linkLimits }: LinkDeps,
): Promise<
  { ok: true; value: PostgresLink } | { ok: false; error: Failure<'STORE_NEWER' | 'STORE_REFUSED'> }
> {
  const closing = new AbortController();
  let state: LinkState;
  let looking: Promise<void> | null = null;

  const first = await findWritable(hosts, limits);
  if (first.found === null) {
    if (first.isFinal) return { ok: false, error: first.error };
    state = { phase: 'away', sentence: first.error.message };
    tell(`${first.error.message} ${meanwhile}`);
    looking = look();
  } else state = { phase: 'ready', pool: createPool(first.found, limits) };

  function onAway(pool: pg.Pool, error: unknown): void {
    if (state.phase !== 'ready' || state.pool !== pool) return;
    const sentence = connectSentence(error, nameOf(pool, hosts));
    state = { phase: 'away', sentence };
    tell(`${sentence} ${meanwhile}`);
    // Those who have a connection still are let finish, and fail by themselves.
    void pool.end();
    looking = look();
  }

  async function look(): Promise<void> {
    for (let waitMs = limits.retryMs; !closing.signal.aborted; ) {
      const next = await findWritable(hosts, limits);
      if (state.phase === 'closed') return;
      if (next.found !== null) {
        state = { phase: 'ready', pool: createPool(next.found, limits) };
        tell(`PostgreSQL ${next.found.name} answers again: events are stored.`);
        return;
      }
      if (state.phase === 'away' && state.sentence !== next.error.message) {
        state = { phase: 'away', sentence: next.error.message };
        // In how many ways it cannot be reached interests nobody, only what a person has to correct.
        if (next.isFinal) tell(next.error.message);
      }
      await waitFor(waitMs, closing.signal);
      waitMs = Math.min(waitMs * 2, limits.retryMaxMs);
    }
  }

  const clients = new WeakMap<pg.PoolClient, PostgresPoolClient>();
  return {
    ok: true,
    value: {
      pool: {
        options: {},
        async connect() {
          if (state.phase !== 'ready')
            throw new PostgresAwayError(state.phase === 'away' ? state.sentence : 'The store is closed.');
          const { pool } = state;
          const client = await pool.connect().catch((error: unknown) => {
            if (pool.totalCount >= limits.poolCount)
              throw new PostgresBusyError('all connections are in use');
            onAway(pool, error);
            throw asAway(error);
          });
          const known = clients.get(client);
          if (known !== undefined) return known;
          const adapted = adaptClient(client, (error) => onAway(pool, error));
          clients.set(client, adapted);
          return adapted;
        },
        async end() {},
      },
      problem: () => (state.phase === 'away' ? state.sentence : null),
      async close() {
        const last = state;
        state = { phase: 'closed' };
        closing.abort();
        await looking;
        if (last.phase === 'ready') await last.pool.end();
      },
    },
  };
}

const meanwhile = 'Meanwhile events are answered with 503, and players keep them.';

interface Search {
  found: PostgresHost | null;
  error: Failure<'STORE_NEWER' | 'STORE_REFUSED'>;
  /** Whether looking again will not help. */
  isFinal: boolean;
}

/** Asks one host after the other, because the first may have become a standby. */
async function findWritable(hosts: readonly PostgresHost[], limits: LinkLimits): Promise<Search> {
  const failed: Search[] = [];
  for (const host of hosts) {
    const client = new pg.Client(configOf(host, limits));
    // What breaks a connection breaks the query that waits for it, too.
    client.on('error', () => {});
    try {
      await client.connect();
      const { rows } = await client.query<{ is_standby: boolean }>(
        "SELECT pg_is_in_recovery() OR current_setting('transaction_read_only')::boolean AS is_standby",
      );
      if (rows[0]?.is_standby) {
        failed.push(
          failure(`PostgreSQL ${host.name} is a standby, which takes no writes.`, 'STORE_REFUSED', false),
        );
        continue;
      }
      const newer = await migratePostgres(client, host.name);
      if (newer === null) return { found: host, error: { code: 'STORE_NEWER', message: '' }, isFinal: false };
      failed.push(failure(newer, 'STORE_NEWER', true));
    } catch (error) {
      failed.push(failure(connectSentence(error, host.name), 'STORE_REFUSED', isRefused(error)));
    } finally {
      await client.end().catch(() => {});
    }
  }
  // Of several hosts one that a person has to look after says the most.
  return (
    failed.find(({ isFinal }) => isFinal) ??
    failed[0] ??
    failure('No PostgreSQL is named.', 'STORE_REFUSED', true)
  );
}

function failure(message: string, code: 'STORE_NEWER' | 'STORE_REFUSED', isFinal: boolean): Search {
  return { found: null, error: { code, message }, isFinal };
}

function createPool(host: PostgresHost, limits: LinkLimits): pg.Pool {
  const pool = new pg.Pool({ ...configOf(host, limits), max: limits.poolCount });
  // An idle connection that ends is replaced by the next that is asked for; one in use fails the query that runs on it.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

function nameOf(pool: pg.Pool, hosts: readonly PostgresHost[]): string {
  return hosts.find(({ url }) => url === pool.options.connectionString)?.name ?? '';
}

function configOf({ url }: PostgresHost, limits: LinkLimits): pg.ClientConfig {
  return {
    connectionString: url,
    application_name: 'offstage',
    connectionTimeoutMillis: limits.connectMs,
    statement_timeout: limits.statementMs,
    query_timeout: limits.silenceMs,
    idle_in_transaction_session_timeout: limits.idleInTransactionMs,
    keepAlive: true,
    types: { getTypeParser },
  };
}

const int8Oid = 20;
const numericOid = 1700;

/** Counts and times are whole numbers below 2^53, which PostgreSQL gives as text; sums of them are `numeric`. */
const getTypeParser: typeof pg.types.getTypeParser = (oid: number, format?: 'text' | 'binary') =>
  oid === int8Oid || oid === numericOid ? Number : pg.types.getTypeParser(oid, format as 'text');

/** A connection as Kysely takes it, which is given back broken when it is. */
function adaptClient(client: pg.PoolClient, onAway: (error: unknown) => void): PostgresPoolClient {
  let broken: Error | null = null;
  async function query(text: string, parameters: readonly unknown[]) {
    if (broken !== null) throw broken;
    try {
      return await client.query(text, parameters.map(withoutNul));
    } catch (error) {
      // What the database did not say itself is a connection that failed.
      const known = sqlState(error) === null ? asAway(error) : error;
      if (isAway(known)) {
        broken = asAway(known);
        onAway(error);
      }
      throw known;
    }
  }

  return {
    // Kysely gives a cursor only where one is configured.
    query: query as never,
    release: (destroy) => client.release(destroy === true || broken !== null),
  };
}

function asAway(error: unknown): Error {
  if (error instanceof PostgresAwayError || error instanceof PostgresBusyError) return error;
  return new PostgresAwayError(error instanceof Error ? error.message : String(error), { cause: error });
}

/** The one character that PostgreSQL's text cannot hold. */
function withoutNul(value: unknown): unknown {
  return typeof value === 'string' && value.includes('\0') ? value.replaceAll('\0', '\uFFFD') : value;
}

function waitFor(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal.addEventListener('abort', done);
  });
}
