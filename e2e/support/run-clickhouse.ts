import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { until } from './until.ts';

/** A ClickHouse of this machine's program, with all its files in one directory. */
export interface ClickHouseProcess {
  readonly httpPort: number;
  /** Starts it on its directory, and waits until it answers. */
  start(): Promise<void>;
  /** Ends it with a signal. */
  end(signal: NodeJS.Signals): Promise<void>;
  /** @returns the rows of a query's answer */
  rows<Row>(query: string): Promise<Row[]>;
  /** Runs a statement without an answer. */
  run(statement: string): Promise<void>;
}

interface ClickHouseOptions {
  directory: string;
  /** The ports of HTTP, of ClickHouse's own protocol, and between replicas. */
  ports: readonly [number, number, number];
  password?: string;
  /** Further XML of its configuration. */
  config?: string;
}

/** @returns a ClickHouse that has not been started, with the database `offstage` after its start */
export function createClickHouseProcess({
  directory,
  ports: [httpPort, nativePort, replicaPort],
  password = '',
  config = '',
}: ClickHouseOptions): ClickHouseProcess {
  const file = (name: string) => join(directory, name);
  for (const name of ['data', 'tmp']) mkdirSync(file(name), { recursive: true });
  writeFileSync(
    file('config.xml'),
    `<yandex>
      <logger><level>warning</level><console>1</console></logger>
      <listen_host>127.0.0.1</listen_host>
      <http_port>${httpPort}</http_port><tcp_port>${nativePort}</tcp_port>
      <interserver_http_host>127.0.0.1</interserver_http_host>
      <interserver_http_port>${replicaPort}</interserver_http_port>
      <path>${file('data')}/</path><tmp_path>${file('tmp')}/</tmp_path>
      <users_config>${file('users.xml')}</users_config>
      <default_profile>default</default_profile><default_database>default</default_database>
      <mark_cache_size>100000000</mark_cache_size>
      ${config}
    </yandex>`,
  );
  writeFileSync(
    file('users.xml'),
    `<yandex>
      <profiles><default></default></profiles><quotas><default></default></quotas>
      <users><default>
        <password>${password}</password><networks><ip>127.0.0.1</ip></networks>
        <profile>default</profile><quota>default</quota>
      </default></users>
    </yandex>`,
  );
  let child: ReturnType<typeof spawn> | null = null;
  let output = '';

  async function ask(query: string): Promise<string> {
    const answer = await fetch(`http://127.0.0.1:${httpPort}/`, {
      method: 'POST',
      headers: { 'X-ClickHouse-User': 'default', 'X-ClickHouse-Key': password },
      body: query,
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(text);
    return text;
  }

  return {
    httpPort,
    async start() {
      const program = process.env.CLICKHOUSE_PATH ?? 'clickhouse-server';
      child = spawn(program, [`--config-file=${file('config.xml')}`], {
        cwd: directory,
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      for (const stream of [child.stdout, child.stderr])
        stream?.on('data', (data) => {
          output = `${output}${data}`.slice(-5_000);
        });
      const started = child;
      started.once('error', (error) => {
        output += error.message;
      });
      await until('ClickHouse answers', async () => {
        if (started.exitCode !== null || started.pid === undefined)
          throw new Error(`ClickHouse ended: ${output}`);
        return await fetch(`http://127.0.0.1:${httpPort}/ping`).then(
          ({ ok }) => ok,
          () => false,
        );
      });
      await ask('CREATE DATABASE IF NOT EXISTS offstage');
    },
    async end(signal) {
      if (child === null || child.exitCode !== null || child.signalCode !== null) return;
      const exited = once(child, 'exit');
      child.kill(signal);
      await exited;
    },
    async rows<Row>(query: string) {
      const text = await ask(`${query} FORMAT JSONEachRow`);
      const lines = text.split('\n').filter((line) => line !== '');
      return lines.map((line): Row => JSON.parse(line));
    },
    async run(statement) {
      await ask(statement);
    },
  };
}
