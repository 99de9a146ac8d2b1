import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { anyPort } from '../../support/any-port.ts';
import { type ClickHouseProcess, createClickHouseProcess } from '../../support/run-clickhouse.ts';
import { docsBlocks, replaceAll } from './docs-blocks.ts';
import { startZooKeeper, type ZooKeeper } from './start-zookeeper.ts';

/** Two shards of two replicas each, with a ZooKeeper, all on this machine. */
export interface ClickHouseCluster {
  /** Those of the first shard, then those of the second. */
  replicas: readonly [ClickHouseProcess, ClickHouseProcess, ClickHouseProcess, ClickHouseProcess];
  zooKeeper: ZooKeeper;
  /** For `--events`. */
  url: string;
  dispose(): Promise<void>;
}

export async function startClickHouseCluster(): Promise<ClickHouseCluster> {
  const directory = mkdtempSync(join(tmpdir(), 'offstage-clickhouse-'));
  const zooKeeper = await startZooKeeper(join(directory, 'zookeeper'));
  const [documented = ''] = docsBlocks('clickhouse', 'A cluster', 'xml');
  const names = ['ch1', 'ch2', 'ch3', 'ch4'] as const;
  const ports = names.map(() => anyPort());
  const [ch1, ch2, ch3, ch4] = names.map((name, index) => {
    // Each on one machine in the document, all on this one here.
    const config = replaceAll(documented, [
      ...names.map(
        (other, at) =>
          [
            `<host>${other}</host><port>9000</port>`,
            `<host>127.0.0.1</host><port>${ports[at]}</port>`,
          ] as const,
      ),
      ['<host>zk1</host><port>2181</port>', `<host>127.0.0.1</host><port>${zooKeeper.port}</port>`],
      ['<shard>1</shard>', `<shard>${index < 2 ? 1 : 2}</shard>`],
      ['<replica>ch1</replica>', `<replica>${name}</replica>`],
      ['<clickhouse>', ''],
      ['</clickhouse>', ''],
    ]);
    const own = join(directory, name);
    mkdirSync(own);
    return createClickHouseProcess({
      directory: own,
      ports: [anyPort(), ports[index] ?? 0, anyPort()],
      config,
    });
  });
  if (ch1 === undefined || ch2 === undefined || ch3 === undefined || ch4 === undefined)
    throw new Error('there are four');
  const replicas = [ch1, ch2, ch3, ch4] as const;
  await Promise.all(replicas.map((replica) => replica.start()));
  const hosts = replicas.map(({ httpPort }) => `127.0.0.1:${httpPort}`).join(',');
  return {
    replicas,
    zooKeeper,
    url: `clickhouse://${hosts}/offstage?cluster=offstage`,
    async dispose() {
      await Promise.all(replicas.map((replica) => replica.end('SIGKILL')));
      await zooKeeper.kill();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
