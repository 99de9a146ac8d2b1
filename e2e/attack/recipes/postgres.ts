import * as z from 'zod';
import { storedReplySchema } from '../../../shared/telemetry/log-batch.ts';
import { logEndpoints } from '../../../shared/telemetry/log-event.ts';
import {
  type PostgresNode,
  startPrimary,
  startStandby,
  untilFollowed,
  user,
} from '../../cluster/support/postgres-node.ts';
import { promoteBest } from '../../cluster/support/promote-best.ts';
import { createSender } from '../../support/event-sender.ts';
import type { ServerProcess } from '../../support/server-process.ts';
import { until } from '../../support/until.ts';
import type { Check } from '../check.ts';
import type { Recipe } from '../recipe.ts';
import { withServer } from '../with-server.ts';

const names = ['pg1', 'pg2', 'pg3'] as const;
const database = 'offstage';
/** How long a client waits for an answer that must be missing or a refusal. */
const patienceMs = 8_000;
/** Receipt questions while the server reads from a lone primary. */
const lonelyReceiptsCount = 10;
/**
 * As when an administrator cancels waits for a standby: PostgreSQL then reports these commits as
 * successful.
 */
const cancelWaits =
  "SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'";

/** A primary that acknowledges nothing until one of its standbys has it, and these standbys. */
async function withCluster<T>(
  standbyNames: readonly ('pg2' | 'pg3')[],
  use: (primary: PostgresNode, standbys: PostgresNode[]) => Promise<T>,
): Promise<T> {
  const started: PostgresNode[] = [];
  try {
    const primary = await startPrimary(names[0], names);
    started.push(primary);
    for (const name of standbyNames) started.push(await startStandby(name, names, primary));
    await primary.psql(`CREATE DATABASE ${database}`);
    return await use(primary, started.slice(1));
  } finally {
    for (const node of started.reverse()) await node.dispose();
  }
}

function storeOf(nodes: readonly PostgresNode[]): string[] {
  const hosts = nodes.map(({ address }) => address).join(',');
  return ['--store', `postgres://${user}@${hosts}/${database}`, '--metrics', 'open'];
}

/** @returns status and text of an answer; 0 if none came in time */
async function ask(url: string, body?: Buffer): Promise<{ status: number; text: string }> {
  try {
    const response = await fetch(url, {
      signal: AbortSignal.timeout(patienceMs),
      ...(body && {
        method: 'POST',
        body: new Uint8Array(body),
        headers: { 'Content-Encoding': 'gzip' },
      }),
    });
    return { status: response.status, text: await response.text() };
  } catch {
    return { status: 0, text: '' };
  }
}

const intake = ({ embedOrigin }: ServerProcess) => `${embedOrigin}${logEndpoints.log_event}`;

/** @returns the highest event number in the receipt; `null` without a receipt */
async function askReceipt(server: ServerProcess, sid: string): Promise<number | null> {
  const url = new URL(intake(server));
  url.search = `${new URLSearchParams({ sid, from: '1' })}`;
  const { status, text } = await ask(url.href);
  if (status === 200)
    return Math.max(0, ...z.parse(storedReplySchema, JSON.parse(text)).stored.flat());
  // Without a period that does not refuse, the attack would prove nothing.
  if (status !== 0 && status !== 503) throw new Error(`A receipt was refused: ${status} ${text}`);
  return null;
}

/**
 * One document whose batches are sent in sequence, each followed by a receipt question, and what
 * the server acknowledged.
 */
function createDocument(server: ServerProcess) {
  const sender = createSender(10);
  const named: number[] = [];
  async function noteReceipt(): Promise<void> {
    const highest = await askReceipt(server, sender.sid);
    if (highest !== null) named.push(highest);
  }
  return {
    sid: sender.sid,
    /** The highest event number in each receipt. */
    named,
    noteReceipt,
    /** The highest event number that a batch's answer acknowledged. */
    acknowledged: sender.acknowledged,
    async send(): Promise<void> {
      const answer = await ask(intake(server), sender.body());
      sender.hear(answer.status, answer.text);
      await noteReceipt();
    },
  };
}

/** Repeats an action until `stop`, which resolves after the last run. */
function repeat(work: () => Promise<void>): { stop(): Promise<void> } {
  let isStopped = false;
  const running = (async () => {
    while (!isStopped) await work();
  })();
  return {
    async stop() {
      isStopped = true;
      await running;
    },
  };
}

/**
 * Makes PostgreSQL report commits as successful that only the primary has: its configuration does
 * not wait for the standby, and an administrator cancels the waits.
 */
const lonelyReceipts: Recipe = {
  row: 'M2',
  title: 'receipts from a primary that loses its standby while events arrive',
  isLong: true,
  run: () =>
    withCluster(['pg2'], async (primary, [standby]) => {
      if (standby === undefined) throw new Error('the cluster has a standby');
      await primary.psql(`ALTER DATABASE ${database} SET synchronous_commit = local`);
      return withServer(storeOf([primary]), async (server) => {
        const { sid, named, acknowledged, send, noteReceipt } = createDocument(server);
        const highestIn = async (node: PostgresNode) =>
          Number(
            await node.psql(
              `SELECT coalesce(max(seq), 0) FROM events WHERE sid = '${sid}'`,
              database,
            ),
          );
        for (let batch = 0; batch < 3; batch += 1) await send();
        const before = { acknowledged: acknowledged(), receipts: named.length };
        await standby.kill();
        const sending = repeat(send);
        // The server stops writing, looks for a primary, and continues reading from the lone one.
        const inPrimary = await until(
          'the server reads events that only the primary has',
          async () => {
            await primary.psql(cancelWaits);
            const summary = await ask(`${server.embedOrigin}/telemetry/summary`);
            const highest = await highestIn(primary);
            return summary.status === 200 && highest > before.acknowledged && highest;
          },
        ).finally(sending.stop);
        for (let time = 0; time < lonelyReceiptsCount; time += 1) await noteReceipt();
        // The primary's machine is lost.
        await primary.kill();
        await standby.restart();
        await promoteBest([standby]);
        const inStandby = await highestIn(standby);
        const highestNamed = Math.max(...named);
        return [
          {
            what: 'while the standby runs, the server sends receipts for all events',
            isMet: before.acknowledged === 30 && before.receipts === 3,
            seen: `${before.receipts} receipts`,
          },
          {
            what: 'the primary had events that the standby lacks',
            isMet: inPrimary > inStandby,
            seen: `events up to ${inPrimary} and ${inStandby}`,
          },
          {
            what: 'the standby has every event that an answer has acknowledged',
            isMet: acknowledged() <= inStandby,
            seen: `acknowledged up to ${acknowledged()}`,
          },
          {
            what: 'the standby has every event that a receipt has named',
            isMet: highestNamed <= inStandby,
            seen: `named up to ${highestNamed}`,
          },
        ];
      });
    }),
};

const oldPrimary: Recipe = {
  row: 'M3',
  title: 'an old primary that returns',
  isLong: true,
  run: () =>
    withCluster(['pg2', 'pg3'], (primary, standbys) =>
      withServer(storeOf([primary, ...standbys]), async (server) => {
        const sender = createSender(10);
        const before = await ask(intake(server), sender.body());
        sender.hear(before.status, before.text);
        await primary.kill();
        const promoted = await promoteBest(standbys);
        for (const { name } of promoted.followers) await untilFollowed(promoted.primary, name);
        await primary.restart();
        await server.stop();
        await server.restart();
        const isTaken = await until('the new primary takes the batch', async () => {
          const answer = await ask(intake(server), sender.body());
          return answer.status === 200 && sender.hear(answer.status, answer.text);
        }).catch(() => false);
        const ready = await ask(`${server.embedOrigin}/readyz`);
        const stored = await promoted.primary.psql(
          `SELECT count(*) FROM events WHERE sid = '${sender.sid}'`,
          database,
        );
        return [
          { what: 'the server writes to the primary of the highest timeline', isMet: isTaken },
          { what: 'the server reports that it is ready', isMet: ready.status === 200 },
          {
            what: 'the new primary has every event',
            isMet: stored === '20',
            seen: `${stored} of 20 events`,
          },
        ];
      }),
    ),
};

const readiness: Recipe = {
  row: 'M4',
  title: 'readiness while the server cannot store anything',
  isLong: true,
  run: () =>
    withCluster(['pg2'], (primary, [standby]) =>
      withServer(storeOf([primary]), async (server) => {
        const checks: Check[] = [];
        const isReady = async () => (await ask(`${server.embedOrigin}/readyz`)).status === 200;
        const up = async () =>
          /^offstage_store_up 1$/m.test((await ask(`${server.embedOrigin}/metrics`)).text);
        const expectDown = async (cause: string) => {
          const isDown = await until(
            `${cause} shows`,
            async () => !(await isReady()) && !(await up()),
          ).catch(() => false);
          checks.push({ what: `readiness and offstage_store_up show: ${cause}`, isMet: isDown });
        };
        const expectUp = async (cause: string) => {
          const isUp = await until(
            `${cause} is over`,
            async () => (await isReady()) && (await up()),
          ).catch(() => false);
          checks.push({ what: `both recover afterwards: ${cause}`, isMet: isUp });
        };
        await expectUp('the start');
        await standby?.kill();
        await expectDown('no quorum');
        await standby?.restart();
        await untilFollowed(primary, 'pg2');
        await expectUp('no quorum');
        await primary.psql('ALTER SYSTEM SET default_transaction_read_only = on');
        await primary.psql('SELECT pg_reload_conf()');
        await expectDown('a read-only database');
        await primary.psql('ALTER SYSTEM RESET default_transaction_read_only');
        await primary.psql('SELECT pg_reload_conf()');
        await expectUp('a read-only database');
        primary.signalAll('SIGSTOP');
        await expectDown('a database that hangs');
        primary.signalAll('SIGCONT');
        await expectUp('a database that hangs');
        return checks;
      }),
    ),
};

export const postgresRecipes: readonly Recipe[] = [lonelyReceipts, oldPrimary, readiness];
