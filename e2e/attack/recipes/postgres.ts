import { untilFollowed } from '../../cluster/support/postgres-node.ts';
import { promoteBest } from '../../cluster/support/promote-best.ts';
import { createSender } from '../../support/event-sender.ts';
import { until } from '../../support/until.ts';
import type { Check } from '../check.ts';
import type { Recipe } from '../recipe.ts';
import { ask, database, intake, storeOf, withCluster } from '../with-cluster.ts';
import { withServer } from '../with-server.ts';
import { lonelyReceipts } from './lonely-receipts.ts';

const oldPrimary: Recipe = {
  row: 'M3',
  title: 'an old primary that returns',
  isLong: true,
  run: () =>
    withCluster(['pg2', 'pg3'], (primary, standbys) =>
      withServer(storeOf([primary, ...standbys]), async (server) => {
        const sender = createSender(10);
        const before = await ask(intake(server), sender.body());
        sender.receive(before.status, before.text);
        await primary.kill();
        const promoted = await promoteBest(standbys);
        for (const { name } of promoted.followers) await untilFollowed(promoted.primary, name);
        await primary.restart();
        await server.stop();
        await server.restart();
        const isTaken = await until('the new primary takes the batch', async () => {
          const answer = await ask(intake(server), sender.body());
          return answer.status === 200 && sender.receive(answer.status, answer.text);
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
