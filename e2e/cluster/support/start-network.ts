import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { signalAll } from './signal-tree.ts';

/** A machine of its own for the programs that run on it: a network namespace with an address. */
export interface Machine {
  name: string;
  /** Reachable from all other machines, and from this one. */
  ip: string;
  /** Runs a program there as this user. */
  spawn(program: string, args: readonly string[], options: SpawnOptions): ChildProcess;
  /** Its processes with this name (of /proc/PID/comm); all if it is left out. */
  pids(name?: string): number[];
  /** Sends a signal to these of its processes. */
  signal(signal: NodeJS.Signals, name?: string): void;
  /** From now on nothing arrives from it at these machines. It can still be reached by others. */
  separateFrom(others: readonly Machine[]): void;
  /** Undoes `separateFrom`. */
  rejoin(): void;
}

interface SpawnOptions {
  user: string;
  env: Record<string, string>;
}

export interface Network {
  machines: Machine[];
  /** The address of the tests themselves, and of all programs outside of the machines. */
  ip: string;
  /** Kills everything on the machines, and removes them. */
  dispose(): void;
}

const ipProgram = process.env.IP_PATH ?? 'ip';
const prefix = 'offstage';

/**
 * A bridge, and a network namespace for each machine (ip-netns(8)), which programs on them and
 * tests see as a network of their own.
 * @throws an Error with one sentence if that needs more rights
 */
export function startNetwork(names: readonly string[]): Network {
  if (process.getuid?.() !== 0)
    throw new Error('The cluster needs network namespaces: run npm run test:cluster as root.');
  removeOrphans();
  const id = process.pid;
  const bridge = `off${id}`;
  const subnet = `10.${64 + (id % 128)}.${(id >> 7) % 256}`;
  const all = `${subnet}.0/24`;
  ip('link', 'add', bridge, 'type', 'bridge');
  ip('addr', 'add', `${subnet}.1/24`, 'dev', bridge);
  ip('link', 'set', bridge, 'up');
  const machines = names.map((name, index) => {
    const space = `${prefix}-${id}-${name}`;
    const [outside, inside] = [`off${id}o${index}`, `off${id}i${index}`];
    const address = `${subnet}.${11 + index}`;
    ip('netns', 'add', space);
    ip('link', 'add', outside, 'type', 'veth', 'peer', 'name', inside);
    ip('link', 'set', inside, 'netns', space);
    ip('link', 'set', outside, 'master', bridge);
    ip('link', 'set', outside, 'up');
    ip('-n', space, 'addr', 'add', `${address}/24`, 'dev', inside);
    ip('-n', space, 'link', 'set', inside, 'up');
    ip('-n', space, 'link', 'set', 'lo', 'up');
    return createMachine(name, space, address);
  });
  return {
    machines,
    ip: `${subnet}.1`,
    dispose() {
      for (const { name } of machines) removeNamespace(`${prefix}-${id}-${name}`);
      ip('link', 'del', bridge);
    },
  };

  function createMachine(name: string, space: string, address: string): Machine {
    const pids = (only?: string) =>
      pidsIn(space).filter((pid) => only === undefined || commandOf(pid) === only);
    return {
      name,
      ip: address,
      pids,
      spawn: (program, args, { user, env }) => {
        const asUser = ['setpriv', `--reuid=${user}`, `--regid=${user}`, '--init-groups'];
        return spawn(ipProgram, ['netns', 'exec', space, ...asUser, program, ...args], {
          cwd: '/',
          env,
          stdio: ['ignore', 'pipe', 'pipe'],
        });
      },
      signal(signal, only) {
        signalAll(pids(only), signal);
      },
      separateFrom(others) {
        for (const other of others) ip('-n', space, 'route', 'add', 'blackhole', `${other.ip}/32`);
      },
      rejoin: () => ip('-n', space, 'route', 'flush', 'type', 'blackhole', 'root', all),
    };
  }
}

/** Those of earlier runs that were killed. */
function removeOrphans(): void {
  for (const line of ip('netns', 'list').split('\n')) {
    const [space = ''] = line.split(' ');
    const [first, pid] = space.split('-');
    if (first !== prefix || existsSync(`/proc/${pid}`)) continue;
    removeNamespace(space);
    try {
      ip('link', 'del', `off${pid}`);
    } catch {
      // Another namespace of the same run was removed before.
    }
  }
}

function removeNamespace(space: string): void {
  signalAll(pidsIn(space), 'SIGKILL');
  ip('netns', 'del', space);
}

function pidsIn(space: string): number[] {
  return ip('netns', 'pids', space).split('\n').filter(Boolean).map(Number);
}

function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/comm`, 'utf8').trim();
  } catch {
    // It has ended.
    return '';
  }
}

/** @returns its output */
function ip(...args: string[]): string {
  return execFileSync(ipProgram, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
}
