import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { connectOptions } from './connect-options.ts';
import { linkLimits } from './link-limits.ts';
import { postgresLimits } from './postgres-limits.ts';
import type { PostgresHost } from './postgres-url.js';

interface Builder {
  host: PostgresHost;
  /** Server process of the connection that builds. */
  processId: number;
}

/**
 * Reports how far PostgreSQL is with an index that another connection builds, which may take hours
 * in an upgrade of a large store. The build does not depend on it: errors end the reports.
 * @param tell gets a sentence for the operator whenever the share has changed
 * @param everyMs pause between two looks
 * @returns ends the reports
 */
export function watchIndexBuilds(
  { host, processId }: Builder,
  tell: (sentence: string) => void,
  everyMs: number = postgresLimits.buildReportMs,
): () => Promise<void> {
  const stopping = new AbortController();

  async function watch(): Promise<void> {
    const client = new pg.Client(connectOptions(host, linkLimits));
    // An error of the connection also fails its pending query, so it is handled there.
    client.on('error', () => {});
    try {
      await client.connect();
      for (let last = ''; !stopping.signal.aborted; ) {
        await setTimeout(everyMs, null, { signal: stopping.signal }).catch(() => {});
        const { rows } = await client.query<Build>(buildSql, [processId]);
        const [build] = rows;
        if (build === undefined || stopping.signal.aborted) continue;
        const sentence = `PostgreSQL ${host.name} builds an index of ${build.name}: ${build.percent} % (${build.phase}).`;
        if (sentence !== last) tell(sentence);
        last = sentence;
      }
    } catch {
      // The operator knows already that the step may take long.
    } finally {
      await client.end().catch(() => {});
    }
  }

  const watching = watch();
  return async () => {
    stopping.abort();
    await watching;
  };
}

interface Build {
  /** Name of the table. */
  name: string;
  phase: string;
  /** The finished share of this phase. */
  percent: number;
}

/** PostgreSQL counts rows in some phases, and blocks in the others. */
const buildSql = `SELECT relid::regclass::text AS name, phase,
    CASE WHEN tuples_total > 0 THEN tuples_done * 100 / tuples_total
      WHEN blocks_total > 0 THEN blocks_done * 100 / blocks_total ELSE 0 END AS percent
  FROM pg_stat_progress_create_index WHERE pid = $1`;
