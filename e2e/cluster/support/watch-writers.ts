import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import type { Store, StoreMachine } from './start-store.ts';

/** A write that PostgreSQL reported as committed. */
interface Write {
  machine: string;
  /** Its timeline, which grows with each new primary. */
  timeline: number;
  id: number;
  /** Monotonic milliseconds. */
  begunMs: number;
  committedMs: number;
}

export interface Writers {
  /** Ends the attempts. */
  stop(): Promise<void>;
  writes: readonly Write[];
  /**
   * Writes that a primary committed although they began after a newer one had committed: none, if
   * there is never a second primary.
   */
  ofSecondPrimaries(): Write[];
  /** Writes that this machine lacks. */
  lostOn(machine: StoreMachine): Promise<Write[]>;
}

const everyMs = 100;
/** A client's own limit: PostgreSQL's would report a commit that no standby has as successful. */
const patienceMs = 3_000;

/** Writes to each machine without a pause, whether or not it is the primary. */
export async function watchWriters({ machines, untilWhole }: Store): Promise<Writers> {
  const { primary } = await untilWhole();
  await primary.psql('CREATE TABLE IF NOT EXISTS writes (id INT PRIMARY KEY)');
  const before = await primary.psql('SELECT COALESCE(max(id), 0) FROM writes');
  const writes: Write[] = [];
  let lastId = Number(before);
  let isStopped = false;

  async function watch(machine: StoreMachine): Promise<void> {
    while (!isStopped) {
      const client = new pg.Client({
        connectionString: `postgres://postgres:SUPERUSER_PASSWORD@${machine.ip}/postgres`,
        connectionTimeoutMillis: patienceMs,
        query_timeout: patienceMs,
      });
      client.on('error', () => {});
      let isCertain = true;
      // Such as: the wait for a standby was cancelled.
      client.on('notice', () => {
        isCertain = false;
      });
      try {
        await client.connect();
        while (!isStopped) {
          lastId += 1;
          const id = lastId;
          const begunMs = performance.now();
          const { rows } = await client.query<{ wal: string }>(
            'INSERT INTO writes VALUES ($1) RETURNING pg_walfile_name(pg_current_wal_insert_lsn()) AS wal',
            [id],
          );
          const timeline = Number.parseInt(rows[0]?.wal.slice(0, 8) ?? '0', 16);
          const committedMs = performance.now();
          if (isCertain) writes.push({ machine: machine.name, timeline, id, begunMs, committedMs });
          await wait(everyMs);
        }
      } catch {
        // It is a standby, does not commit, or is away.
        await wait(everyMs);
      }
      // Not awaited: a machine that hangs never closes the connection.
      void client.end().catch(() => {});
    }
  }

  const watching = Promise.all(machines.map(watch));
  return {
    writes,
    async stop() {
      isStopped = true;
      await watching;
    },
    ofSecondPrimaries: () =>
      writes.filter((write) =>
        writes.some(
          (newer) => newer.timeline > write.timeline && newer.committedMs < write.begunMs,
        ),
      ),
    async lostOn(machine) {
      const ids = await machine.psql(`SELECT id FROM writes WHERE id > ${before}`);
      const stored = new Set(ids.split('\n').map(Number));
      return writes.filter(({ id }) => !stored.has(id));
    },
  };
}
