import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSender } from '../../../e2e/support/event-sender.ts';
import { summary } from '../../../e2e/support/intake.ts';
import { startServerProcess } from '../../../e2e/support/server-process.ts';
import { askDuckDb } from '../../../e2e/support/swift-bucket.ts';
import { until } from '../../../e2e/support/until.ts';
import { checkSenders, settle } from '../load/check-stored.ts';
import { fromOneAddress, runLoad } from '../load/run-load.ts';
import { isFirstNoted, makeFilms, messagesAbout } from './films.ts';
import { endLeases, fillPast, writeRest } from './past-events.ts';
import { startSinks } from './start-sinks.ts';

const connections = 8;

export interface SinksSoak {
  kills: number;
  acknowledged: number;
  /** Events of earlier hours that the store had at the begin. */
  past: number;
  stored: number;
  clickHouse: number;
  parquet: { files: number; events: number };
  /** Exports that the collector of OTLP got. */
  exports: number;
  /** Films that the library got, and requests of the webhooks about them. */
  webhooks: { films: number; requests: number };
  problems: string[];
}

/**
 * Kills a server with all sinks repeatedly under load. Meanwhile ClickHouse and the storage of
 * Parquet files are killed too, each for a round, and the receiver of webhooks refuses everything
 * for a round. At the end each has every event once, and the receiver each film.
 */
export async function soakSinks(kills: number, secondsEach: number): Promise<SinksSoak> {
  const directory = mkdtempSync(join(tmpdir(), 'offstage-sinks-'));
  await using opened = new AsyncDisposableStack();
  opened.defer(() => rmSync(directory, { recursive: true, force: true }));
  const films = makeFilms(join(directory, 'films'));
  const sinks = await startSinks(directory);
  opened.defer(sinks.close);
  const server = await startServerProcess(
    [...fromOneAddress, ...sinks.options, '--media', films.directory],
    [],
    sinks.swift.env,
  );
  opened.defer(() => server.dispose());
  await server.stop();
  const past = await fillPast(server.dataDir);
  await server.restart();
  await until('the first film is noted', () => isFirstNoted(server.dataDir));

  const senders = Array.from({ length: connections }, () => createSender());
  const acknowledged = () => senders.reduce((sum, sender) => sum + sender.acknowledged(), 0);
  const problems: string[] = [];
  for (let round = 1; round <= kills; round += 1) {
    const before = acknowledged();
    if (round === 1) await sinks.swift.end('SIGKILL');
    if (round === 2) {
      await sinks.swift.start();
      await sinks.clickHouse.end('SIGKILL');
    }
    if (round === 3) await sinks.clickHouse.start();
    sinks.receiver.refuse(round === 2);
    films.add();
    const load = runLoad(server.embedOrigin, senders, 600);
    const killAtMs = performance.now() + secondsEach * 1_000 * (0.5 + Math.random());
    await until('the load runs', () => acknowledged() > before && performance.now() > killAtMs);
    await server.kill();
    load.stop();
    await load.result;
    films.add();
    endLeases(server.dataDir);
    await server.restart();
    problems.push(
      ...(await checkSenders(server, senders)).map((problem) => `Kill ${round}: ${problem}`),
    );
    console.log(`kill ${round} of ${kills}: ${acknowledged() - before} events acknowledged`);
  }
  await settle(server, senders);
  problems.push(...(await checkSenders(server, senders)));
  const { events: stored } = await summary(server);
  const copied = () =>
    sinks.clickHouse
      .rows<{ events: string }>('SELECT count() AS events FROM offstage.events FINAL')
      .then(([row]) => Number(row?.events));
  await until('ClickHouse has all events', async () => (await copied()) >= stored);
  sinks.receiver.refuse(false);
  const messages = () =>
    films.added().map((film) => messagesAbout(film, sinks.receiver.received()));
  await until(`the receiver has a message of each film: ${messages()}`, () =>
    messages().every((count) => count > 0),
  );
  await server.stop();
  Object.assign(process.env, sinks.swift.env);
  await writeRest(server.dataDir, sinks.target);
  const files = join(directory, 'files');
  await sinks.bucket.copyTo(files);
  const [counted] = await askDuckDb(
    `SELECT count(*)::INT AS events, count(DISTINCT (sid, seq))::INT AS different
     FROM read_parquet('${files}/**/*.parquet', hive_partitioning = true)`,
  );
  const clickHouse = await copied();
  const exports = sinks.collector.received().length;
  const expected = acknowledged() + past;
  const compare = (what: string, count: unknown) => {
    if (count !== expected) problems.push(`${what} ${count} events of ${expected}.`);
  };
  compare('The store has', stored);
  compare('ClickHouse has', clickHouse);
  compare('The Parquet files have', counted?.events);
  compare('The Parquet files have, counted once,', counted?.different);
  for (const [index, count] of messages().entries())
    if (count !== 1) problems.push(`Of the film ${index + 1} there were ${count} messages.`);
  if (exports === 0) problems.push('Nothing was exported by OTLP.');
  return {
    kills,
    acknowledged: acknowledged(),
    past,
    stored,
    clickHouse,
    parquet: { files: (await sinks.bucket.names()).length, events: Number(counted?.events) },
    exports,
    webhooks: { films: films.added().length, requests: sinks.receiver.received().length },
    problems,
  };
}
