import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { anyPort } from '../../support/any-port.ts';
import { listens } from '../../support/listens.ts';
import { until } from '../../support/until.ts';

/** A ZooKeeper of this machine's program, through which replicas of ClickHouse agree. */
export interface ZooKeeper {
  readonly port: number;
  /** kill -9, as when its machine dies. */
  kill(): Promise<void>;
  /** Starts again after `kill`, with the same data. */
  restart(): Promise<void>;
}

/** @param directory for all its files */
export async function startZooKeeper(directory: string): Promise<ZooKeeper> {
  const port = anyPort();
  mkdirSync(directory);
  const file = join(directory, 'zoo.cfg');
  writeFileSync(
    file,
    `dataDir=${directory}\nclientPort=${port}\nclientPortAddress=127.0.0.1\ntickTime=2000\nadmin.enableServer=false\n`,
  );
  let child: ChildProcess;
  async function run(): Promise<void> {
    const program = process.env.ZOOKEEPER_PATH ?? '/usr/share/zookeeper/bin/zkServer.sh';
    const started = spawn(program, ['start-foreground', file], {
      cwd: directory,
      // The script would start Java as a child of its own, which a signal would not reach.
      detached: true,
      stdio: 'ignore',
      env: { ...process.env, ZOO_LOG_DIR: directory, ZOO_LOG4J_PROP: 'WARN,CONSOLE' },
    });
    child = started;
    await until('ZooKeeper listens', async () => {
      if (started.exitCode !== null) throw new Error(`ZooKeeper ended with ${started.exitCode}`);
      return await listens(port);
    });
  }
  await run();
  return {
    port,
    async kill() {
      if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
      const exited = once(child, 'exit');
      process.kill(-child.pid, 'SIGKILL');
      await exited;
    },
    restart: run,
  };
}
