import * as z from 'zod';
import { storedReplySchema } from '../../../shared/telemetry/log-batch.ts';
import type { PostgresNode } from '../../cluster/support/postgres-node.ts';
import { promoteBest } from '../../cluster/support/promote-best.ts';
import { createSender } from '../../support/event-sender.ts';
import type { ServerProcess } from '../../support/server-process.ts';
import { until } from '../../support/until.ts';
import type { Recipe } from '../recipe.ts';
import { ask, database, intake, storeOf, withCluster } from '../with-cluster.ts';
import { withServer } from '../with-server.ts';

/** Receipt questions while the server reads from a lone primary. */
const lonelyReceiptsCount = 10;
/**
 * As when an administrator cancels waits for a standby: PostgreSQL then reports these commits as
 * successful.
 */
const cancelWaits =
  "SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'";

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
      sender.receive(answer.status, answer.text);
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
export const lonelyReceipts: Recipe = {
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
