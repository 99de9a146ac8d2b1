import { setTimeout } from 'node:timers/promises';
import type { PostgresPool, PostgresPoolClient } from 'kysely';
import pg from 'pg';
import type { Failure } from '../../../shared/tools/result.ts';
import { eventsWait } from '../store-problem.ts';
import { adaptClient, toAwayError } from './adapt-client.ts';
import { cancelWait } from './cancel-wait.ts';
import { connectOptions } from './connect-options.ts';
import { findPrimary, type Search } from './find-primary.ts';
import { type LinkLimits, linkLimits } from './link-limits.ts';
import { connectSentence, PostgresAwayError, PostgresBusyError } from './postgres-problem.ts';
import type { PostgresHost } from './postgres-url.js';

export interface LinkDeps {
  /** Gets a sentence for the operator when the database goes away and when it comes back. */
  warn: (sentence: string) => void;
  limits?: LinkLimits;
  /** Whether nothing will be written; a primary need not commit then. */
  isReader?: boolean;
  /** A standby from which viewers' data is read. */
  replica?: PostgresHost | null;
}

/** A connection to PostgreSQL that survives outages. */
export interface PostgresLink {
  /**
   * Connections to the primary. Throws a `PostgresAwayError` at once while there is none. So does
   * the start of a write transaction while the primary does not commit.
   */
  pool: PostgresPool;
  /** Why the database is unavailable, for the operator; `null` if it is available. */
  problem(): string | null;
  close(): Promise<void>;
}

interface HostPool {
  host: PostgresHost;
  pool: pg.Pool;
}

type LinkState =
  | { phase: 'away'; sentence: string }
  /** The primary does not commit: reads use it while the search continues. */
  | ({ phase: 'reading'; sentence: string } & HostPool)
  | ({ phase: 'ready' } & HostPool)
  | { phase: 'closed' };

/**
 * Connects to the primary among the hosts and migrates its store to the current schema. When the
 * primary is away or stops committing, the link searches all hosts again, at growing intervals,
 * until it finds one or is closed. Meanwhile every write fails at once, so that no backlog grows.
 * @returns a failure if the operator must change something: `STORE_NEWER` for a store of a later
 *   version, `STORE_REFUSED` for a wrong user, password or database
 */
export async function openPostgresLink(
  hosts: readonly PostgresHost[],
  { warn, limits = linkLimits, isReader = false }: LinkDeps,
): Promise<
  { ok: true; value: PostgresLink } | { ok: false; error: Failure<'STORE_NEWER' | 'STORE_REFUSED'> }
> {
  const closing = new AbortController();
  let timeline = 0;
  let state: LinkState;
  let looking: Promise<void> | null = null;

  const first = await search();
  if (first.found === null) {
    if (first.isFinal) return { ok: false, error: first.error };
    state = withoutPrimary({ phase: 'closed' }, first);
    warn(`${first.error.message} ${eventsWait}`);
    looking = check(limits.retryMs);
  } else state = { phase: 'ready', host: first.found, pool: createPool(first.found, limits) };

  async function search(): Promise<Search> {
    const { signal } = closing;
    const onUpgrade = warn;
    const result = await findPrimary(hosts, { limits, timeline, isReader, onUpgrade, signal });
    timeline = Math.max(timeline, result.timeline);
    return result;
  }

  /** Reads continue if a primary is readable. */
  function withoutPrimary(before: LinkState, { readable, error }: Search): LinkState {
    const known = 'pool' in before ? before : null;
    if (readable !== null && known?.host.url === readable.url)
      return { phase: 'reading', sentence: error.message, host: known.host, pool: known.pool };
    // Connections in use may finish; they fail on their own.
    void known?.pool.end();
    if (readable === null) return { phase: 'away', sentence: error.message };
    return {
      phase: 'reading',
      sentence: error.message,
      host: readable,
      pool: createPool(readable, limits),
    };
  }

  function onAway(pool: pg.Pool, error: unknown): void {
    if (!('pool' in state) || state.pool !== pool) return;
    const isSearching = state.phase === 'reading';
    const sentence = connectSentence(error, state.host.name);
    state = { phase: 'away', sentence };
    void pool.end();
    if (isSearching) return;
    warn(`${sentence} ${eventsWait}`);
    looking = check(0);
  }

  /** @param firstWaitMs wait before the first search */
  async function check(firstWaitMs: number): Promise<void> {
    await waitFor(firstWaitMs, closing.signal);
    for (let waitMs = limits.retryMs; !closing.signal.aborted; ) {
      const next = await search();
      if (state.phase === 'closed') return;
      if (next.found !== null) {
        const isSame = state.phase === 'reading' && state.host.url === next.found.url;
        const pool = isSame && 'pool' in state ? state.pool : createPool(next.found, limits);
        if (!isSame && 'pool' in state) void state.pool.end();
        state = { phase: 'ready', host: next.found, pool };
        warn(`PostgreSQL ${next.found.name} answers again: events are stored.`);
        return;
      }
      const lastSentence = 'sentence' in state ? state.sentence : '';
      state = withoutPrimary(state, next);
      // Report only failures that the operator can correct, not each way of being unreachable.
      if (lastSentence !== next.error.message && (next.isFinal || next.isForOperator))
        warn(next.error.message);
      await waitFor(waitMs, closing.signal);
      waitMs = Math.min(waitMs * 2, limits.retryMaxMs);
    }
  }

  return {
    ok: true,
    value: {
      pool: createLinkPool(() => state, { limits, onAway }),
      problem: () => ('sentence' in state ? state.sentence : null),
      async close() {
        const last = state;
        state = { phase: 'closed' };
        closing.abort();
        await looking;
        if ('pool' in last)
          await Promise.race([last.pool.end(), setTimeout(limits.closeMs, null, { ref: false })]);
      },
    },
  };
}

/** @param stateNow as it is when a connection is asked for */
function createLinkPool(
  stateNow: () => LinkState,
  { limits, onAway }: { limits: LinkLimits; onAway: (pool: pg.Pool, error: unknown) => void },
): PostgresPool {
  const clients = new WeakMap<pg.PoolClient, PostgresPoolClient>();
  return {
    options: {},
    async connect() {
      const state = stateNow();
      if (!('pool' in state))
        throw new PostgresAwayError(
          state.phase === 'away' ? state.sentence : 'The store is closed.',
        );
      const { host, pool } = state;
      const client = await pool.connect().catch((error: unknown) => {
        if (pool.totalCount >= limits.poolCount)
          throw new PostgresBusyError('all connections are in use');
        onAway(pool, error);
        throw toAwayError(error);
      });
      const known = clients.get(client);
      if (known !== undefined) return known;
      const adapted = adaptClient(client, {
        commitMs: limits.commitMs,
        cancelWait: (pid) => void cancelWait(host, pid, limits),
        onAway: (error) => onAway(pool, error),
        writeProblem() {
          const now = stateNow();
          return now.phase === 'reading' ? now.sentence : null;
        },
      });
      clients.set(client, adapted);
      return adapted;
    },
    async end() {},
  };
}

function createPool(host: PostgresHost, limits: LinkLimits): pg.Pool {
  const pool = new pg.Pool({ ...connectOptions(host, limits), max: limits.poolCount });
  // The pool replaces an idle connection that ends; one in use fails its query.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

/** Resolves earlier if the signal aborts. */
async function waitFor(ms: number, signal: AbortSignal): Promise<void> {
  await setTimeout(ms, null, { signal }).catch(() => {});
}
