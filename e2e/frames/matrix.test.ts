import type { Page } from '@playwright/test';
import type { LossAccounting } from '../../shared/rpc/loss-accounting.ts';
import { expectComplete } from '../support/complete-events.ts';
import { serveHostPage } from '../support/host-page.ts';
import { storedEvents } from '../support/intake.ts';
import type { Server } from '../support/server-process.ts';
import { thorough } from '../support/thorough.ts';
import {
  type Cell,
  type CellReport,
  cellsOf,
  expectedRefusals,
  expectedReport,
  type HostPolicy,
  hostPolicies,
  nameCell,
  type Storage,
  type Workers,
} from './support/cells.ts';
import { type FramedPlayer, framedPlayer, handshakeScript } from './support/frames-page.ts';
import { expect, test } from './support/test.ts';

/** Every console line of host page and frames. */
function listen(page: Page): string[] {
  const lines: string[] = [];
  page.on('console', (message) => lines.push(`${message.type()}: ${message.text()}`));
  page.on('pageerror', (error) => lines.push(`uncaught: ${error.message}`));
  return lines;
}

/** The browser logs once that a policy refuses a worker, which no page can know in advance. */
const workerRefused = /^error: Creating a worker from '\S+' violates .* "worker-src 'none'"/;

/** An experiment flag that identifies each frame in the log. */
const cellFlag = ({ storage, policy, workers }: Cell, index: number) =>
  [storage, hostPolicies.indexOf(policy), workers, index].join('-');

function frameHtml(cell: Cell, index: number, origin: string): string {
  const query = new URLSearchParams({
    enablejsapi: '1',
    autoplay: '1',
    mute: '1',
    fflags: `cell=${cellFlag(cell, index)}`,
  });
  const attributes = [
    'allow="autoplay; encrypted-media; fullscreen; picture-in-picture"',
    ...(cell.policy.isCredentialless ? ['credentialless'] : []),
    ...(cell.sandbox === null ? [] : [`sandbox="${cell.sandbox}"`]),
  ];
  return `<iframe ${attributes.join(' ')} src="${origin}/embed/${cell.videoId}?${query}"></iframe>`;
}

/**
 * A host's usual steps, each after the effect of the previous one.
 * @throws an Error at the first without effect
 */
async function drive(player: FramedPlayer): Promise<void> {
  const untilInfo = (key: string, isIt: (value: unknown) => boolean) =>
    expect
      .poll(async () => isIt((await player.info())[key]), `${key} after the last command`)
      .toBe(true);
  await untilInfo('playerState', (state) => state === 1);
  await player.command('pauseVideo');
  await untilInfo('playerState', (state) => state === 2);
  await player.command('seekTo', 5, true);
  await untilInfo('currentTime', (time) => time === 5);
  await player.command('playVideo');
  await untilInfo('currentTime', (time) => Number(time) > 5);
  await untilInfo('playerState', (state) => state === 1);
}

/** Checks the loss equation in every report to the host and in the answer to a request. */
function expectBalanced(reports: readonly unknown[]): void {
  expect(reports, 'loss reports').not.toEqual([]);
  for (const report of reports) {
    const { created, delivered, queued, dropped } = report as LossAccounting;
    expect(delivered + queued, JSON.stringify(report)).toBe(created);
    expect(Object.values(dropped).filter(Boolean), JSON.stringify(report)).toEqual([]);
  }
}

/** Checks that all events of the frame arrive, each once. */
async function expectArrived(server: Server, flag: string, count: number): Promise<void> {
  const seqs = async () => {
    const events = await storedEvents(server);
    const { sid } =
      events.find(({ payload }) => JSON.stringify(payload.flags)?.includes(`"${flag}"`)) ?? {};
    return events.filter((event) => event.sid === sid).map(({ seq }) => seq);
  };
  await expectComplete(seqs, count);
}

async function inspect(
  page: Page,
  server: Server,
  [cell, index]: [Cell, number],
): Promise<CellReport> {
  const player = framedPlayer(page, index);
  const wrong: string[] = [];
  try {
    await drive(player);
    await player.command('addEventListener', 'onLossReport');
    const frame = page.frames().find((each) => each.url().includes(cellFlag(cell, index)));
    await frame?.evaluate(() => window.offstage.flush());
    const { loss } = await player.diagnose();
    expectBalanced([loss, ...(await player.values('onLossReport'))]);
    expect(loss.delivered, 'delivered').toBeGreaterThan(0);
    await expectArrived(server, cellFlag(cell, index), loss.delivered);
  } catch (error) {
    wrong.push(String(error));
  }
  const { services, denied } = await player.diagnose();
  const { place, queue, queueDenied } = services;
  const queueError = queueDenied?.code ?? null;
  return {
    place: `${place}`,
    queue: `${queue}`,
    queueError,
    denied: (denied ?? []).map(({ name }) => name),
    wrong,
  };
}

/** The cell with the least that a browser gives. */
function isRepresentative(storage: Storage, workers: Workers, policy: HostPolicy): boolean {
  return storage === 'denied' && workers === 'refused' && policy === hostPolicies[1];
}

for (const storage of ['allowed', 'denied'] satisfies Storage[])
  for (const workers of ['allowed', 'refused'] satisfies Workers[])
    for (const policy of hostPolicies)
      test(
        `storage ${storage}, workers ${workers}, ${policy.name}: each sandbox plays, obeys, delivers, balances and names what is denied [spec-1.1, spec-8.14, threat-denied]`,
        isRepresentative(storage, workers, policy) ? {} : thorough,
        async ({ world }) => {
          const { server, withoutWorkers } = world;
          const { origin } =
            workers === 'allowed' ? { origin: server.embedOrigin } : withoutWorkers;
          const cells = cellsOf(storage, policy, workers);
          const frames = cells.map((cell, index) => frameHtml(cell, index, origin)).join('');
          const host = await serveHostPage(frames + handshakeScript, policy.headers(origin));
          const page = await (await world.browserWith(storage)).context.newPage();
          const lines = listen(page);
          await page.goto(host.url);

          const reports = await Promise.all(
            cells.map((cell, index) => inspect(page, server, [cell, index])),
          );
          const byName = (each: readonly CellReport[]) =>
            Object.fromEntries(cells.map((cell, index) => [nameCell(cell), each[index]]));
          expect(byName(reports)).toEqual(byName(cells.map(expectedReport)));
          const refusals = lines.filter((line) => workerRefused.test(line));
          expect(lines.filter((line) => !refusals.includes(line))).toEqual([]);
          // Each frame starts another kind of worker. Chromium logs a refusal once, occasionally
          // twice.
          expect(new Set(refusals).size, refusals.join('\n')).toBe(expectedRefusals(cells));
          expect(refusals.length, refusals.join('\n')).toBeLessThanOrEqual(
            2 * expectedRefusals(cells),
          );
          await page.close();
          await host.close();
        },
      );
