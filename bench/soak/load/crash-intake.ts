import { createSender } from '../../../e2e/support/event-sender.ts';
import { summary } from '../../../e2e/support/intake.ts';
import { startServerProcess } from '../../../e2e/support/server-process.ts';
import { until } from '../../../e2e/support/until.ts';
import { checkAccounts } from '../page/check-accounts.ts';
import { driveHost } from '../page/host-driver.ts';
import { openScene } from '../page/open-scene.ts';
import { checkSenders, settle } from './check-stored.ts';
import { fromOneAddress, runLoad } from './run-load.ts';

const connections = 16;

export interface CrashLoad {
  kills: CrashRound[];
  acknowledged: number;
  stored: number;
  /** Batches sent twice, because the server died before its answer arrived. */
  repeated: number;
  /** Events of the embed that played meanwhile. */
  page: { created: number; delivered: number; queued: number };
  problems: string[];
}

interface CrashRound {
  /** Events acknowledged in this round before the kill. */
  acknowledged: number;
  /** Batches without an answer. */
  underWay: number;
}

/** Kills the server repeatedly under load, on the same store, while an embed plays and logs. */
export async function crashIntake(kills: number, secondsEach: number): Promise<CrashLoad> {
  const server = await startServerProcess(fromOneAddress);
  const scene = await openScene(server, false).catch(async (error) => {
    await server.dispose();
    throw error;
  });
  try {
    const senders = Array.from({ length: connections }, () => createSender());
    const problems: string[] = [];
    const rounds: CrashRound[] = [];
    const acknowledged = () => senders.reduce((sum, sender) => sum + sender.acknowledged(), 0);
    const host = driveHost(scene);
    await host.untilReady();
    let notes = 0;
    const note = async () => {
      await scene.inFrame((frame) =>
        frame.evaluate(
          `for (let n = ${notes}; n < ${notes + 50}; n += 1) offstage.log('note', { n }, { tier: 'immediate' })`,
        ),
      );
      notes += 50;
    };
    for (let round = 0; round < kills; round += 1) {
      const before = acknowledged();
      await host.command('playVideo');
      await note();
      const load = runLoad(server.embedOrigin, senders, 600);
      const killAtMs = performance.now() + secondsEach * 1_000 * (0.5 + Math.random());
      await until('the load runs', () => acknowledged() > before && performance.now() > killAtMs);
      await note();
      await server.kill();
      load.stop();
      await load.result;
      await note();
      await server.restart();
      // Acknowledged events must be stored now, before senders resend any.
      problems.push(
        ...(await checkSenders(server, senders)).map((problem) => `Kill ${round + 1}: ${problem}`),
      );
      const underWay = senders.filter((sender) => sender.sent() > sender.acknowledged()).length;
      rounds.push({ acknowledged: acknowledged() - before, underWay });
      console.log(
        `kill ${round + 1} of ${kills}: ${acknowledged() - before} events acknowledged, ${underWay} batches under way`,
      );
    }
    await settle(server, senders);
    problems.push(...(await checkSenders(server, senders)));
    await host.command('pauseVideo');
    const page = await until('the page has delivered everything', () =>
      scene.inFrame(async (frame) => {
        await frame.evaluate('offstage.flush()');
        const accounting = (await frame.evaluate('offstage.accounting()')) as CrashLoad['page'];
        return accounting.queued === 0 ? accounting : null;
      }),
    );
    const isOfLoad = new Set(senders.map(({ sid }) => sid));
    const own = await checkAccounts(server, notes, (sid) => !isOfLoad.has(sid));
    problems.push(...own.problems);
    const { events: stored, missing, duplicates } = await summary(server);
    if (stored !== acknowledged() + own.stored)
      problems.push(
        `${acknowledged()} events of the load are acknowledged and ${own.stored} of the page stored; all in all there are ${stored}.`,
      );
    if (missing > 0) problems.push(`The server misses ${missing} events.`);
    return {
      kills: rounds,
      acknowledged: acknowledged(),
      stored,
      repeated: duplicates,
      page,
      problems,
    };
  } finally {
    await scene.close();
    await server.dispose();
  }
}
