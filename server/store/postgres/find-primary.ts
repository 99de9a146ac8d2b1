import pg from 'pg';
import type { Failure } from '../../../shared/tools/result.ts';
import { cancelWait } from './cancel-wait.ts';
import { connectOptions } from './connect-options.ts';
import { createDurableSession } from './durable-session.ts';
import type { LinkLimits } from './link-limits.ts';
import { migratePostgres } from './migrate-postgres.ts';
import { postgresMigrations } from './postgres-migrations.ts';
import { connectSentence, isRefused, NotDurableError } from './postgres-problem.ts';
import type { PostgresHost } from './postgres-url.js';
import { queryHost } from './query-host.ts';
import { watchIndexBuilds } from './watch-index-builds.ts';

type RefusalCode = 'STORE_NEWER' | 'STORE_REFUSED';

export interface Search {
  /** The primary, whose store has the current schema; `null` if there is none. */
  found: PostgresHost | null;
  /** A primary that does not commit, but whose store can be read. */
  readable: PostgresHost | null;
  error: Failure<RefusalCode>;
  /** Whether a retry cannot help. */
  isFinal: boolean;
  /** Whether the operator should look at it, although it may pass. */
  isForOperator: boolean;
  /** The highest timeline seen so far. */
  timeline: number;
}

export interface SearchOptions {
  limits: LinkLimits;
  /** The highest timeline that an earlier search has seen; 0 before the first. */
  timeline: number;
  /** Whether nothing will be written; a primary need not commit then. */
  isReader: boolean;
  /** Gets a sentence for the operator before each step of an upgrade. */
  onUpgrade: (sentence: string) => void;
  /** Ends the search at once. */
  signal: AbortSignal;
}

/** A host that takes writes. */
interface Candidate {
  host: PostgresHost;
  client: pg.Client;
  /** Grows with each promotion of a standby. */
  timeline: number;
  /** The connection's process on the server. */
  processId: number;
}

/**
 * Finds the primary among the hosts and migrates its store to the current schema.
 *
 * 1. It asks all hosts, because an old primary that came back takes writes like the new one.
 * 2. Only hosts of the highest timeline count, and none below the highest timeline seen so far.
 * 3. The first of these that commits an empty transaction in time, with its standbys, is the
 *    primary.
 */
export async function findPrimary(
  hosts: readonly PostgresHost[],
  options: SearchOptions,
): Promise<Search> {
  const clients: pg.Client[] = [];
  // Not awaited: a database that hangs never closes the connection.
  const endAll = () => {
    for (const client of clients) void client.end().catch(() => {});
  };
  options.signal.addEventListener('abort', endAll);
  try {
    const asked = await Promise.all(hosts.map((host) => askHost(host, options.limits, clients)));
    const candidates = asked.flatMap((answer) => ('client' in answer ? [answer] : []));
    const timeline = Math.max(
      options.timeline,
      ...candidates.map((candidate) => candidate.timeline),
    );
    const failed: Search[] = [];
    for (const answer of asked) {
      const tried =
        'client' in answer ? await tryCandidate(answer, { ...options, timeline }) : answer;
      if (tried.found !== null) return { ...tried, timeline };
      failed.push(tried);
    }
    // Report the most useful failure: first those to correct, then those to look at.
    const worst =
      failed.find(({ isFinal }) => isFinal) ??
      failed.find(({ readable }) => readable !== null) ??
      failed.find(({ isForOperator }) => isForOperator) ??
      failed[0] ??
      failure('No PostgreSQL is named.', 'STORE_REFUSED', { isFinal: true });
    return { ...worst, timeline };
  } finally {
    options.signal.removeEventListener('abort', endAll);
    endAll();
  }
}

interface HostState {
  is_standby: boolean;
  is_read_only: boolean;
  timeline: string | null;
  process_id: number;
}

const hostStateSql = `SELECT pg_is_in_recovery() AS is_standby,
  current_setting('transaction_read_only')::boolean AS is_read_only,
  CASE WHEN NOT pg_is_in_recovery() THEN pg_walfile_name(pg_current_wal_insert_lsn()) END AS timeline,
  pg_backend_pid() AS process_id`;

async function askHost(
  host: PostgresHost,
  limits: LinkLimits,
  clients: pg.Client[],
): Promise<Candidate | Search> {
  const client = new pg.Client(connectOptions(host, limits));
  // An error of the connection also fails its pending query, so it is handled there.
  client.on('error', () => {});
  clients.push(client);
  try {
    await client.connect();
    const question = { text: hostStateSql, query_timeout: limits.connectMs } as pg.QueryConfig;
    const { rows } = await client.query<HostState>(question);
    const state = rows[0];
    if (state === undefined || state.is_standby)
      return failure(`PostgreSQL ${host.name} is a standby, which accepts no writes.`);
    if (state.is_read_only)
      return failure(
        `PostgreSQL ${host.name} is read-only: default_transaction_read_only is on; set it to off. The server retries until it accepts writes.`,
        'STORE_REFUSED',
        { isForOperator: true },
      );
    // The name of a WAL file begins with its timeline, in eight hexadecimal digits.
    return {
      host,
      client,
      timeline: Number.parseInt(state.timeline?.slice(0, 8) ?? '0', 16),
      processId: state.process_id,
    };
  } catch (error) {
    return failure(connectSentence(error, host.name), 'STORE_REFUSED', {
      isFinal: isRefused(error),
    });
  }
}

async function tryCandidate(candidate: Candidate, options: SearchOptions): Promise<Search> {
  const { host, timeline } = candidate;
  if (timeline < options.timeline)
    return failure(
      `PostgreSQL ${host.name} is an old primary (timeline ${timeline}, but ${options.timeline} exists); make it a standby (pg_rewind). If it is the right one, restart the server with only its address.`,
      'STORE_REFUSED',
      { isForOperator: true },
    );
  try {
    if (!options.isReader) await commitNothing(candidate, options.limits);
    const newer = await upgrade(candidate, options.onUpgrade);
    if (newer !== null) return failure(newer, 'STORE_NEWER', { isFinal: true });
    return { ...failure(''), found: host };
  } catch (error) {
    if (error instanceof NotDurableError)
      return failure(
        `PostgreSQL ${host.name} accepts writes but does not commit them (${error.message}): too few standbys of synchronous_standby_names follow it. The server retries until enough do.`,
        'STORE_REFUSED',
        {
          isForOperator: true,
          readable: (await hasPresentStore(host, options.limits)) ? host : null,
        },
      );
    return failure(connectSentence(error, host.name), 'STORE_REFUSED', {
      isFinal: isRefused(error),
    });
  }
}

/** @returns with the result of `migratePostgres` */
async function upgrade(
  { host, client, processId }: Candidate,
  onUpgrade: SearchOptions['onUpgrade'],
): Promise<string | null> {
  await using watching = new AsyncDisposableStack();
  let isWatched = false;
  return await migratePostgres(client, host.name, (sentence) => {
    onUpgrade(sentence);
    if (!isWatched) watching.defer(watchIndexBuilds({ host, processId }, onUpgrade));
    isWatched = true;
  });
}

/** @throws a `NotDurableError` if the host does not commit in time */
async function commitNothing({ host, client }: Candidate, limits: LinkLimits): Promise<void> {
  const session = createDurableSession(client, {
    commitMs: limits.probeCommitMs,
    cancelWait: (pid) => void cancelWait(host, pid, limits),
  });
  await session.begin();
  await session.commit();
}

/** On a separate connection, because that of the probe still waits for its commit. */
async function hasPresentStore(host: PostgresHost, limits: LinkLimits): Promise<boolean> {
  // Without an answer it hangs, or has no store yet.
  const answer = await queryHost(host, limits, (client) =>
    client.query<{ version: number }>('SELECT version FROM store_version'),
  );
  return answer?.rows[0]?.version === postgresMigrations.length;
}

function failure(
  message: string,
  code: RefusalCode = 'STORE_REFUSED',
  changes: Partial<Search> = {},
): Search {
  return {
    found: null,
    readable: null,
    error: { code, message },
    isFinal: false,
    isForOperator: false,
    timeline: 0,
    ...changes,
  };
}
