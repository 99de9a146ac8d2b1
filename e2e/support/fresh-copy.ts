import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from '@playwright/test';
import { withoutProject } from './without-project.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** A command that runs, or has run, in a copy. */
interface Running {
  /** Its output so far, on both streams. */
  output(): string;
  /** SIGTERM to all its processes, as Ctrl-C reaches all; waits until none is left. */
  stop(): Promise<void>;
  /** @returns the exit code; `null` if a signal ended it */
  ended: Promise<number | null>;
}

/** The project as after a fresh clone, with a home directory of its own. */
export interface FreshCopy {
  directory: string;
  home: string;
  /** Runs the line in a shell in the copy. Servers that it starts use free ports. */
  start(command: string, env?: Record<string, string>): Running;
  /**
   * Runs it to its end, which must succeed.
   * @returns its output
   */
  run(command: string, env?: Record<string, string>): Promise<string>;
  /** A file of the copy. */
  read(path: string): string;
  dispose(): Promise<void>;
}

export function createFreshCopy(): FreshCopy {
  const base = mkdtempSync(join(tmpdir(), 'offstage-fresh-'));
  const [directory, home] = [join(base, 'offstage'), join(base, 'home')];
  mkdirSync(home);
  const ignored = readFileSync(join(root, '.gitignore'), 'utf8')
    .split('\n')
    .map((line) => line.replace(/\/$/, ''));
  cpSync(root, directory, {
    recursive: true,
    filter: (path) => !ignored.includes(basename(path)) && basename(path) !== '.git',
  });
  const children: ChildProcess[] = [];

  const start: FreshCopy['start'] = (command, env = {}) => {
    // A process group of its own, as a terminal creates one.
    const child = spawn('sh', ['-c', command], {
      cwd: directory,
      env: { ...withoutProject(process.env), OFFSTAGE_PORT: '0', OFFSTAGE_DEMO_PORT: '0', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    children.push(child);
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk) => (output += chunk));
    const ended = once(child, 'close').then(() => child.exitCode);
    return {
      output: () => output,
      ended,
      async stop() {
        signalGroup(child, 'SIGTERM');
        await ended;
      },
    };
  };
  return {
    directory,
    home,
    start,
    async run(command, env) {
      const running = start(command, env);
      const code = await running.ended;
      expect(code, `${command}\n${running.output()}`).toBe(0);
      return running.output();
    },
    read: (path) => readFileSync(join(directory, path), 'utf8'),
    async dispose() {
      const running = children.filter(
        ({ exitCode, signalCode }) => exitCode === null && signalCode === null,
      );
      for (const child of running) signalGroup(child, 'SIGTERM');
      await Promise.all(running.map((child) => once(child, 'close')));
      rmSync(base, { recursive: true, force: true });
    },
  };
}

function signalGroup({ pid }: ChildProcess, signal: NodeJS.Signals) {
  if (pid !== undefined) process.kill(-pid, signal);
}
