import { setTimeout as wait } from 'node:timers/promises';
import { logEndpoints } from '../../../shared/log-event.ts';
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
import type { Check, Recipe } from '../recipe.ts';
import { withServer } from '../with-server.ts';

const names = ['pg1', 'pg2', 'pg3'] as const;
const database = 'offstage';
/** How long a client waits for an answer that must not come, or must say no. */
const patienceMs = 8_000;
/** How long receipts are asked for after a restart: a server that gives wrong ones does so within seconds. */
const receiptsMs = 20_000;

/** A primary that acknowledges nothing before one of its standbys has it, and these standbys. */
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

/** @returns the status and text of an answer; 0 when none came in time */
async function ask(url: string, body?: Buffer): Promise<{ status: number; text: string }> {
  try {
    const response = await fetch(url, {
      signal: AbortSignal.timeout(patienceMs),
      ...(body && { method: 'POST', body: new Uint8Array(body), headers: { 'Content-Encoding': 'gzip' } }),
    });
    return { status: response.status, text: await response.text() };
  } catch {
    return { status: 0, text: '' };
  }
}

const intake = ({ embedOrigin }: ServerProcess) => `${embedOrigin}${logEndpoints.log_event}`;

const lonelyReceipts: Recipe = {
  row: 'M2',
  title: 'receipts of a primary whose standbys are gone',
  isLong: true,
  run: () =>
    withCluster(['pg2'], (primary, [standby]) =>
      withServer(storeOf([primary]), async (server) => {
        const sender = createSender(10);
        const first = await ask(intake(server), sender.body());
        sender.hear(first.status, first.text);
        await standby?.kill();
        const alone = await ask(intake(server), sender.body());
        await primary.kill();
        await primary.restart();
        const receiptUrl = `${intake(server)}?sid=${sender.sid}&from=1`;
        // The server needs some attempts until it has found its database again; each of its answers counts.
        const receipts: string[] = [];
        const askUntilMs = performance.now() + receiptsMs;
        while (receipts.length === 0 && performance.now() < askUntilMs) {
          const receipt = await ask(receiptUrl);
          if (receipt.status === 200) receipts.push(receipt.text);
          await wait(500);
        }
        const again = await ask(intake(server), sender.body());
        await standby?.restart();
        await untilFollowed(primary, 'pg2');
        const stored = await until('the batch is taken over again', async () => {
          const answer = await ask(intake(server), sender.body());
          return answer.status === 200 && sender.hear(answer.status, answer.text);
        });
        return [
          { what: 'with its standby the batch is acknowledged', isMet: first.status === 200 },
          {
            what: 'alone it acknowledges no batch',
            isMet: alone.status !== 200,
            seen: `alone: ${alone.status}`,
          },
          {
            what: 'after its restart no receipt names what only one machine has',
            isMet: receipts.every((text) => !/\b(1[1-9]|20)\b/.test(text)),
            seen: `receipts: ${receipts.join(' ') || 'none'}`,
          },
          {
            what: 'nor does the same batch count as stored',
            isMet: again.status !== 200,
            seen: `again: ${again.status}`,
          },
          { what: 'with its standby back the batch is acknowledged', isMet: stored },
        ];
      }),
    ),
};

const oldPrimary: Recipe = {
  row: 'M3',
  title: 'an old primary that comes back',
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
          { what: 'it says that it is ready', isMet: ready.status === 200 },
          { what: 'the new primary has every event', isMet: stored === '20', seen: `${stored} of 20 events` },
        ];
      }),
    ),
};

const readiness: Recipe = {
  row: 'M4',
  title: 'readiness while nothing can be stored',
  isLong: true,
  run: () =>
    withCluster(['pg2'], (primary, [standby]) =>
      withServer(storeOf([primary]), async (server) => {
        const checks: Check[] = [];
        const isReady = async () => (await ask(`${server.embedOrigin}/readyz`)).status === 200;
        const up = async () =>
          /^offstage_store_up 1$/m.test((await ask(`${server.embedOrigin}/metrics`)).text);
        const expectDown = async (cause: string) => {
          const isDown = await until(`${cause} shows`, async () => !(await isReady()) && !(await up())).catch(
            () => false,
          );
          checks.push({ what: `readiness and offstage_store_up show: ${cause}`, isMet: isDown });
        };
        const expectUp = async (cause: string) => {
          const isUp = await until(`${cause} is over`, async () => (await isReady()) && (await up())).catch(
            () => false,
          );
          checks.push({ what: `both recover when it is over: ${cause}`, isMet: isUp });
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
