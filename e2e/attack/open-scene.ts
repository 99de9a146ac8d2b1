import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser } from '@playwright/test';
import { type ServerProcess, startServerProcess } from '../support/server-process.ts';
import { until } from '../support/until.ts';
import { openViewer, type Viewer } from './viewer.ts';

const collector = fileURLToPath(new URL('collect-garbage.js', import.meta.url));

/** Resources that the attacked server holds at a moment. */
export interface Holdings {
  descriptors: number;
  residentBytes: number;
  storeBytes: number;
}

/** Time of the attacked server's main thread since its start, in nanoseconds. */
export interface ThreadTimes {
  ranNs: number;
  /** It had work, and other programs had the processors. 0 if the kernel does not count it. */
  waitedNs: number;
}

/**
 * A server, an embed that plays from it, an idle server beside it, and readings of the first
 * server's resources. Linux only: it reads `/proc`.
 */
export interface Scene {
  server: ServerProcess;
  port: number;
  /** A second server without attacks. */
  idlePort: number;
  viewer: Viewer;
  holdings(): Holdings;
  threadTimes(): ThreadTimes;
  /** @returns bytes of heap and buffers in use after a garbage collection */
  usedBytes(): Promise<number>;
  close(): Promise<void>;
}

/**
 * Attacker and viewer must be two clients, so loopback is not a trusted proxy here: `127.0.0.66`
 * differs from `127.0.0.1`.
 */
const separateClients = ['--trusted-proxy', '192.0.2.1'];

export async function openScene(browser: Browser): Promise<Scene> {
  const server = await startServerProcess(separateClients, [
    '--expose-gc',
    `--import=${collector}`,
  ]);
  const idleServer = await startServerProcess();
  const viewer = await openViewer(browser, server.embedOrigin);
  return {
    server,
    port: portOf(server),
    idlePort: portOf(idleServer),
    viewer,
    holdings: () => ({
      descriptors: readdirSync(`/proc/${server.pid()}/fd`).length,
      residentBytes: residentBytes(server.pid()),
      storeBytes: storeBytes(server.dataDir),
    }),
    threadTimes: () => threadTimes(server.pid()),
    async usedBytes() {
      const answers = () => [...server.output().matchAll(/^collected (\d+)$/gm)];
      const before = answers().length;
      process.kill(server.pid(), 'SIGUSR2');
      const answer = await until('the server has collected its garbage', () => answers()[before]);
      return Number(answer[1]);
    },
    async close() {
      await viewer.close();
      await Promise.all([server.dispose(), idleServer.dispose()]);
    },
  };
}

function portOf({ embedOrigin }: ServerProcess): number {
  return Number(new URL(embedOrigin).port);
}

function threadTimes(pid: number): ThreadTimes {
  // https://docs.kernel.org/scheduler/sched-stats.html. Kernels without CONFIG_SCHED_INFO lack it.
  const file = `/proc/${pid}/task/${pid}/schedstat`;
  const times = existsSync(file) ? readFileSync(file, 'utf8').split(' ') : [0, 0];
  return { ranNs: Number(times[0]), waitedNs: Number(times[1]) };
}

function residentBytes(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) * 1_024;
}

function storeBytes(dataDir: string): number {
  return readdirSync(dataDir)
    .filter((name) => name.startsWith('events.sqlite') || name.startsWith('spool.sqlite'))
    .reduce(
      (sum, name) => sum + (statSync(join(dataDir, name), { throwIfNoEntry: false })?.size ?? 0),
      0,
    );
}
