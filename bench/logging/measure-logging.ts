import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { startServerProcess } from '../../e2e/support/server-process.ts';
import type { BenchOptions } from '../support/bench-options.ts';
import { launchBrowser } from '../support/launch-browser.ts';
import { rotated } from '../support/rotated.ts';
import { bundlePeers, bundlesDir, gzippedBytes } from './bundle-peers.ts';
import { type Lane, lanes, loggingLanes, peerNames } from './lanes.ts';
import { type Cost, type CostRun, measureCost } from './measure-cost.ts';
import { type ExitKind, measureExit } from './measure-exit.ts';
import { measureOutage, type OutageKind, type OutageRun } from './measure-outage.ts';
import type { Figures } from './measures.ts';
import { printReport } from './print-report.ts';
import { type LoggingReport, makeReport, type Sample } from './report.ts';
import type { Bench } from './trial.ts';
import { writeHtml } from './write-html.ts';

interface Plan {
  rounds: number;
  /** Outages and exits take minutes and vary little. */
  faultRounds: number;
  exitTrials: number;
  fullSpeed: CostRun;
  slow: CostRun;
  outage: OutageRun;
}

function planOf({ rounds, isQuick }: BenchOptions): Plan {
  const count = isQuick ? 500 : 5_000;
  return {
    rounds: rounds ?? (isQuick ? 1 : 5),
    faultRounds: isQuick ? 1 : Math.min(rounds ?? 2, 2),
    exitTrials: isQuick ? 1 : 2,
    // Among the loggers that deliver everything, the slowest has half a minute between batches.
    fullSpeed: { throttling: 1, count, drainMs: 33_000 },
    // The runs at full speed already show whether everything arrives.
    slow: { throttling: 4, count: isQuick ? 500 : 2_000, drainMs: 12_000 },
    outage: { outageMs: isQuick ? 10_000 : 20_000, recoveryMs: isQuick ? 15_000 : 60_000 },
  };
}

/**
 * Measures the cost of logging and the events that survive: ours beside loggers from npm, in one
 * browser, interleaved.
 */
export async function measureLogging(options: BenchOptions): Promise<LoggingReport> {
  const plan = planOf(options);
  send('bundling the peers');
  await bundlePeers(peerNames);
  const server = await startServerProcess();
  const { browser, close } = await launchBrowser();
  const bench: Bench = { browser, server: server.embedOrigin };
  const samples: Sample[] = loggingLanes.map((lane) => ({
    lane: lane.id,
    figures: scriptSizes(lane),
  }));
  try {
    for (let round = 0; round < plan.rounds; round += 1) {
      const order = rotated(lanes, round * 3);
      const text = `round ${round + 1} of ${plan.rounds}`;
      samples.push(...(await costRound(bench, order, plan.fullSpeed, `${text}, full speed`)));
      samples.push(...(await costRound(bench, order, plan.slow, `${text}, four times slower`)));
    }
    for (let round = 0; round < plan.faultRounds; round += 1) {
      const order = rotated(loggingLanes, round * 3);
      const text = `faults ${round + 1} of ${plan.faultRounds}`;
      samples.push(...(await outageRound(bench, order, plan.outage, text)));
      for (const kind of ['removed', 'killed'] as const)
        for (let trial = 0; trial < plan.exitTrials; trial += 1)
          samples.push(...(await exitRound(bench, order, kind, text)));
    }
    const report = makeReport({
      samples,
      rounds: plan.rounds,
      browser: browser.version(),
      isQuick: options.isQuick,
    });
    send('');
    printReport(report);
    writeHtml(report);
    return report;
  } finally {
    await close();
    await server.dispose();
  }
}

/** One lane at a time: nothing else may run. */
async function costRound(
  bench: Bench,
  order: readonly Lane[],
  run: CostRun,
  text: string,
): Promise<Sample[]> {
  const costs = new Map<Lane, Cost>();
  for (const lane of order) {
    send(`${text}: ${lane.title}`);
    costs.set(lane, await measureCost(bench, lane, run));
  }
  const baselineOf = ({ kind }: Lane) =>
    [...costs].find(([lane]) => lane.isBaseline && lane.kind === kind)?.[1];
  return order
    .filter((lane) => !lane.isBaseline)
    .map((lane) => ({
      lane: lane.id,
      figures: costFigures(costs.get(lane), baselineOf(lane), run),
    }));
}

function costFigures(cost: Cost | undefined, baseline: Cost | undefined, run: CostRun): Figures {
  if (cost === undefined || baseline === undefined) throw new Error('A lane was not measured.');
  const us = (ms: number) => (ms * 1_000) / run.count;
  const cpuUs = us(cost.cpuMs - baseline.cpuMs);
  const wallUs = us(cost.wallMs - baseline.wallMs);
  const callUs = us(cost.callMs - baseline.callMs);
  const { storedTwice } = cost;
  if (run.throttling !== 1) return { us4x: cpuUs, wall4x: wallUs, call4x: callUs, storedTwice };
  return {
    us1x: cpuUs,
    wall1x: wallUs,
    call1x: callUs,
    storedTwice,
    requests: cost.requests,
    preflights: cost.preflights,
    bytes: cost.bodyBytes / Math.max(1, cost.arrived),
    undelivered: cost.lost,
    ...(cost.threads !== null && { workerMs: cost.threads.workerMs }),
    ...(cost.threads !== null &&
      baseline.threads !== null && { threads1x: us(cost.threads.allMs - baseline.threads.allMs) }),
  };
}

/** All lanes in parallel: they mostly wait, and time is not measured. */
async function outageRound(
  bench: Bench,
  order: readonly Lane[],
  run: OutageRun,
  text: string,
): Promise<Sample[]> {
  send(`${text}: 20 s offline, and 20 s of errors 500`);
  const kinds: OutageKind[] = ['offline', '500'];
  return Promise.all(
    order.flatMap((lane) =>
      kinds.map(async (kind) => ({
        lane: lane.id,
        figures: await measureOutage(bench, lane, kind, run),
      })),
    ),
  );
}

/** Bursts and ends one at a time, then the waiting in parallel. */
async function exitRound(
  bench: Bench,
  order: readonly Lane[],
  kind: ExitKind,
  text: string,
): Promise<Sample[]> {
  const recoveries: Promise<Sample>[] = [];
  for (const lane of order) {
    send(`${text}: ${kind === 'removed' ? 'frame removed' : 'renderer killed'}, ${lane.title}`);
    const recover = await measureExit(bench, lane, kind);
    recoveries.push(recover().then((figures) => ({ lane: lane.id, figures })));
  }
  return Promise.all(recoveries);
}

function scriptSizes({ kind, id, query }: Lane): Figures {
  const kb = (file: string) => gzippedBytes(file) / 1_000;
  if (kind === 'peer') return { scriptKb: kb(`${bundlesDir}${id}.js`), workerScriptKb: 0 };
  const servicesKb = kb(
    builtFile(query === 'runtime=main' ? 'start-page-services-' : 'services-worker-'),
  );
  const clientKb = kb(`${bundlesDir}ours.js`);
  if (query === 'runtime=main') return { scriptKb: clientKb + servicesKb, workerScriptKb: 0 };
  return { scriptKb: clientKb, workerScriptKb: servicesKb };
}

function builtFile(prefix: string): string {
  const directory = fileURLToPath(new URL('../../dist/page/assets/', import.meta.url));
  const name = readdirSync(directory).find(
    (file) => file.startsWith(prefix) && file.endsWith('.js'),
  );
  if (name === undefined) throw new Error(`The built page has no ${prefix}*.js.`);
  return `${directory}${name}`;
}

function send(text: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${text}`);
  else if (text !== '') console.error(text);
}
