import type { ChildProcess } from 'node:child_process';
import { chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readCompose, serviceOf } from '../../support/read-compose.ts';
import { until } from '../../support/until.ts';
import { docsBlocks, replaceAll } from './docs-blocks.ts';
import { account, binDir, postgresOwner, postgresPath, runPostgres } from './postgres-programs.ts';
import { runShell } from './run-shell.ts';
import type { Machine } from './start-network.ts';

/** One of a store's machines, with PostgreSQL, Patroni and etcd. */
export interface StoreMachine extends Machine {
  /** Where its PostgreSQL answers. */
  address: string;
  /**
   * As the superuser.
   * @returns one line for each row, columns separated by `|`
   */
  psql(sql: string, database?: string): Promise<string>;
  /** Starts etcd again after it was killed. */
  startEtcd(): void;
  /** Starts Patroni again after it was killed; it starts PostgreSQL. */
  startPatroni(): void;
}

/** PostgreSQL on three machines, as packaging/cluster/ describes them. */
export interface Store {
  /** Name of its database. */
  database: string;
  machines: StoreMachine[];
  /** For `--store`. */
  url: string;
  /**
   * Waits until all machines that run follow one primary, and its commits wait for one of them.
   * @param count how many machines run
   */
  untilWhole(count?: number): Promise<{ primary: StoreMachine; standbys: StoreMachine[] }>;
  /** Output of all nodes so far. */
  output(): string;
  dispose(): void;
}

/** Addresses of the machines in the docs. */
const documented = ['10.0.0.21', '10.0.0.22', '10.0.0.23'] as const;

/**
 * Starts the three machines; resolves when the database exists and the store is whole.
 * @param database name of its database, which differs between stores
 */
export async function startStore(machines: readonly Machine[], database: string): Promise<Store> {
  const directory = mkdtempSync(join(tmpdir(), 'offstage-store-'));
  ownedByPostgres(directory);
  let output = '';
  const collect = (name: string, child: ChildProcess) => {
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk) => {
        output += `${name}: ${chunk}`;
      });
  };
  const addresses = documented.map((before, index) => [before, machines[index]?.ip ?? ''] as const);
  const storeMachines = machines.map(createStoreMachine);
  for (const machine of storeMachines) machine.startEtcd();
  for (const machine of storeMachines) machine.startPatroni();
  await untilWhole();
  const create = docsBlocks('cluster', 'Three machines', 'sh').find((block) =>
    block.includes('CREATE DATABASE'),
  );
  if (create === undefined) throw new Error('The docs no longer create the database');
  await runShell(
    replaceAll(create, [...addresses, ['DATABASE offstage ', `DATABASE ${database} `]]),
  );
  const hosts = machines.map(({ ip }) => ip).join(',');
  return {
    database,
    machines: storeMachines,
    url: `postgres://offstage:PASSWORD@${hosts}/${database}`,
    untilWhole,
    output: () => output,
    dispose() {
      for (const machine of machines) machine.signal('SIGKILL');
      rmSync(directory, { recursive: true, force: true });
    },
  };

  function createStoreMachine(machine: Machine, index: number): StoreMachine {
    const { name, ip } = machine;
    const own = join(directory, name);
    mkdirSync(own);
    ownedByPostgres(own);
    const services = readCompose('packaging/cluster/store.yaml', {
      NAME: `pg${index + 1}`,
      ADDRESS: ip,
      ...Object.fromEntries(machines.map((each, at) => [`PG${at + 1}`, each.ip])),
      SUPERUSER_PASSWORD: 'SUPERUSER_PASSWORD',
      REPLICATION_PASSWORD: 'REPLICATION_PASSWORD',
    });
    const config = join(own, 'patroni.yml');
    writeFileSync(
      config,
      replaceAll(readFileSync('packaging/cluster/patroni.yml', 'utf8'), [
        ['/usr/lib/postgresql/15/bin', binDir],
        ['/var/lib/postgresql/15/offstage', join(own, 'data')],
        ['/var/lib/postgresql/offstage.pgpass', join(own, 'pgpass')],
        ['/var/run/postgresql', own],
      ]),
    );
    const run = (service: string, replacements: readonly (readonly [string, string])[]) => {
      const { command = [], environment } = serviceOf(services, service);
      const placed = JSON.stringify([command, environment]);
      const [[program, ...args], env] = JSON.parse(replaceAll(placed, replacements));
      collect(
        `${name} ${service}`,
        machine.spawn(process.env[`${service.toUpperCase()}_PATH`] ?? program, args, {
          user: account,
          env: { PATH: postgresPath, LC_ALL: 'C.UTF-8', HOME: own, ...env },
        }),
      );
    };
    return {
      ...machine,
      address: `${ip}:5432`,
      psql: (sql, database = 'postgres') => {
        const to = `postgres://postgres:SUPERUSER_PASSWORD@${ip}/${database}?connect_timeout=2`;
        return runPostgres('psql', ['-XAtq', '-v', 'ON_ERROR_STOP=1', '-d', to, '-c', sql]);
      },
      startEtcd: () => run('etcd', [['/var/lib/etcd/offstage', join(own, 'etcd')]]),
      startPatroni: () => run('patroni', [['/etc/patroni/config.yml', config]]),
    };
  }

  async function untilWhole(count = machines.length) {
    return until(`the store of ${count} machines is whole`, async () => {
      const asked = await Promise.all(storeMachines.map(askState));
      // A primary that was separated does not know yet that it is none.
      const [primary] = asked
        .filter(({ isPrimary }) => isPrimary)
        .sort((a, b) => b.timeline - a.timeline);
      if (primary === undefined || primary.followers !== count - 1 || primary.waitsFor === 0)
        return null;
      const standbys = asked.filter(({ isStandby }) => isStandby).map(({ machine }) => machine);
      // One that starts again may still be among the followers.
      return standbys.length === count - 1 ? { primary: primary.machine, standbys } : null;
    }).catch((error) => {
      throw new Error(`${error.message}\n${output.slice(-8_000)}`);
    });
  }
}

const stateSql = `SELECT pg_is_in_recovery(),
  CASE WHEN pg_is_in_recovery() THEN '' ELSE pg_walfile_name(pg_current_wal_insert_lsn()) END,
  (SELECT count(*) FROM pg_stat_replication WHERE state = 'streaming'),
  (SELECT count(*) FROM pg_stat_replication WHERE sync_state IN ('sync', 'quorum'))`;

async function askState(machine: StoreMachine) {
  const answer = await machine.psql(stateSql).catch(() => '');
  const [inRecovery, wal = '', followers, waitsFor] = answer.split('|');
  return {
    machine,
    isStandby: inRecovery === 't',
    isPrimary: inRecovery === 'f',
    // The name of a WAL file begins with its timeline, in eight hexadecimal digits.
    timeline: Number.parseInt(wal.slice(0, 8) || '0', 16),
    followers: Number(followers),
    /** Standbys, one of which must have a commit. */
    waitsFor: Number(waitsFor),
  };
}

function ownedByPostgres(directory: string): void {
  if (postgresOwner !== null) chownSync(directory, postgresOwner.uid, postgresOwner.gid);
}
