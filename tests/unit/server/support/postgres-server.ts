import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findPostgres } from '../../../../scripts/lib/find-postgres.js';

const postgresPassword = 'pass word/with@marks';

/** A PostgreSQL of our own in a temporary directory, on loopback, with one user `offstage` who owns all and has a password. */
export interface PostgresServer {
  /** Of its database `postgres`. */
  url: string;
  port: number;
  /** Resolves when it takes connections. */
  start(): Promise<void>;
  /** @param signal SIGINT ends it in order, SIGQUIT at once, SIGKILL as a power loss does */
  stop(signal: 'SIGINT' | 'SIGQUIT' | 'SIGKILL'): Promise<void>;
  remove(): void;
}

/** @param settings of `postgresql.conf`. Nothing is written through to the disk unless they say so: few tests are about that */
export async function createPostgresServer(
  settings: Readonly<Record<string, string>> = {},
): Promise<PostgresServer> {
  const programs = findPostgres();
  if (programs === null)
    throw new Error(
      'PostgreSQL is not installed: install it (apt-get install postgresql), or run npm test as root',
    );
  const owner = serverUser();
  const directory = mkdtempSync(join(tmpdir(), 'offstage-pg-'));
  const data = join(directory, 'data');
  mkdirSync(data);
  const passwordFile = join(directory, 'password');
  writeFileSync(passwordFile, postgresPassword);
  if (owner !== null) for (const path of [directory, data, passwordFile]) chownSync(path, owner, owner);
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
  execFileSync(join(programs, 'initdb'), [...make, '--locale=C.UTF-8', '--no-sync'], {
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
          if (output.includes('ready to accept connections')) resolve();
        });
        child.once('exit', () => reject(new Error(`PostgreSQL has ended: ${output}`)));
      });
      // What it says from now on is of no interest, and must not fill its pipe.
      child.stderr?.removeAllListeners('data').resume();
    },
    async stop(signal) {
      const child = running;
      running = null;
      if (child === null || child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill(signal);
      await ended;
    },
    remove: () => rmSync(directory, { recursive: true, force: true }),
  };
}

/** PostgreSQL refuses to run as root: then it runs as the user that Debian makes for it. */
function serverUser(): number | null {
  if (process.getuid?.() !== 0) return null;
  return Number(execFileSync('id', ['-u', 'postgres'], { encoding: 'utf8' }));
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address !== null ? address.port : 0;
}
