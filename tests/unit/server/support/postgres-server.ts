import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findPostgres } from '../../../../scripts/lib/find-postgres.js';
import { signal as sendSignal } from '../../../../scripts/lib/processes.js';
import { freePort } from './free-port.ts';

const postgresPassword = 'pass word/with@marks';

/**
 * A PostgreSQL of our own in a temporary directory, on loopback, with one user `offstage` who owns
 * all and has a password.
 */
export interface PostgresServer {
  /** Address of its database `postgres`. */
  url: string;
  port: number;
  /** Resolves when it accepts connections. */
  start(): Promise<void>;
  /** Suspends all of its processes (SIGSTOP), like a machine that hangs. */
  freeze(): void;
  thaw(): void;
  /**
   * Resolves when none of its processes is left.
   * @param signal SIGINT ends it in order, SIGQUIT at once, SIGKILL like a power loss
   */
  stop(signal: 'SIGINT' | 'SIGQUIT' | 'SIGKILL'): Promise<void>;
  remove(): void;
}

/**
 * @param settings of `postgresql.conf`. Nothing is synced to the disk unless they say so: few tests
 * are about that
 * @param primaryUrl of a running server: then this one is its standby
 */
export async function createPostgresServer(
  settings: Readonly<Record<string, string>> = {},
  primaryUrl: string | null = null,
): Promise<PostgresServer> {
  const programs = findPostgres();
  if (programs === null)
    throw new Error(
      'PostgreSQL is not installed: install it (apt-get install postgresql), or run npm test as root',
    );
  const owner = serverUser();
  const directory = mkdtempSync(join(tmpdir(), 'offstage-pg-'));
  const data = join(directory, 'data');
  mkdirSync(data, { mode: 0o700 });
  const passwordFile = join(directory, 'password');
  writeFileSync(passwordFile, postgresPassword);
  if (owner !== null)
    for (const path of [directory, data, passwordFile]) chownSync(path, owner, owner);
  chmodSync(directory, 0o700);
  const asOwner = owner === null ? {} : { uid: owner, gid: owner };
  const make = [
    '-D',
    data,
    '-U',
    'offstage',
    '-A',
    'scram-sha-256',
    `--pwfile=${passwordFile}`,
    '-E',
    'UTF8',
  ];
  const copy = [
    '-D',
    data,
    '--checkpoint=fast',
    '--write-recovery-conf',
    '--no-sync',
    '-d',
    primaryUrl ?? '',
  ];
  const [program, programArgs] =
    primaryUrl === null
      ? ['initdb', [...make, '--locale=C.UTF-8', '--no-sync']]
      : ['pg_basebackup', copy];
  execFileSync(join(programs, program), programArgs, {
    ...asOwner,
    cwd: directory,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const port = await freePort();
  const all = {
    fsync: 'off',
    full_page_writes: 'off',
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: directory,
    max_connections: '200',
    ...settings,
  };
  const args = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  let running: ChildProcess | null = null;

  return {
    url: `postgres://offstage:${encodeURIComponent(postgresPassword)}@127.0.0.1:${port}/postgres`,
    port,
    async start() {
      const child = spawn(join(programs, 'postgres'), ['-D', data, ...args], {
        ...asOwner,
        cwd: directory,
        stdio: ['ignore', 'ignore', 'pipe'],
      });
      running = child;
      let output = '';
      await new Promise<void>((resolve, reject) => {
        child.stderr?.setEncoding('utf8').on('data', (text: string) => {
          output += text;
          if (/ready to accept (read-only )?connections/.test(output)) resolve();
        });
        child.once('exit', () => reject(new Error(`PostgreSQL has ended: ${output}`)));
      });
      // Its later output is not needed, and must not fill its pipe.
      child.stderr?.removeAllListeners('data').resume();
    },
    freeze: () => void stopAll(running ?? notRunning()),
    thaw() {
      for (const pid of processesOf(running ?? notRunning())) sendSignal(pid, 'SIGCONT');
    },
    async stop(signal) {
      const child = running;
      running = null;
      if (child === null || child.exitCode !== null || child.signalCode !== null) return;
      // All of its processes hold this pipe.
      const ended = once(child, 'close');
      if (signal === 'SIGKILL') {
        // Its children would answer for a moment after its death.
        for (const pid of stopAll(child)) sendSignal(pid, 'SIGKILL');
      } else child.kill(signal);
      await ended;
    },
    remove: () => rmSync(directory, { recursive: true, force: true }),
  };
}

/** Stops it at once, and removes it. */
export async function endPostgresServer(server: PostgresServer): Promise<void> {
  await server.stop('SIGQUIT');
  server.remove();
}

function notRunning(): never {
  throw new Error('PostgreSQL does not run');
}

/** @returns the ids of its processes, which are all suspended now */
function stopAll(server: ChildProcess): number[] {
  // The parent first, so that it starts no more processes.
  server.kill('SIGSTOP');
  const all = processesOf(server);
  // A process may end between the look and the signal.
  for (const pid of all) sendSignal(pid, 'SIGSTOP');
  return all;
}

function processesOf({ pid }: ChildProcess): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8');
  return [Number(pid), ...children.split(' ').filter(Boolean).map(Number)];
}

/** PostgreSQL refuses to run as root: then it runs as the user that Debian makes for it. */
function serverUser(): number | null {
  if (process.getuid?.() !== 0) return null;
  return Number(execFileSync('id', ['-u', 'postgres'], { encoding: 'utf8' }));
}
