import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { cachingEnv } from '../../support/server-process.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

export interface MigrateRun {
  /** `null` if killed. */
  code: number | null;
  /** Its output without the progress. */
  output: string;
  errors: string;
}

export interface RunningMigrate {
  child: ChildProcess;
  ended: Promise<MigrateRun>;
  /** Resolves when its progress contains this text, or when it has ended. */
  untilSays(text: string): Promise<void>;
}

/** The command itself, as `offstage migrate` starts it once everything is installed. */
export function startMigrate(args: readonly string[]): RunningMigrate {
  const child = spawn(process.execPath, ['server/cli/main.ts', 'migrate', ...args], {
    cwd: root,
    env: cachingEnv,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [output, errors] = [collect(child.stdout), collect(child.stderr)];
  const ended = new Promise<MigrateRun>((resolve) => {
    child.once('close', (code) => resolve({ code, output: output.text, errors: errors.text }));
  });
  return {
    child,
    ended,
    untilSays: (text) =>
      new Promise((resolve) => {
        const look = () => {
          if (errors.text.includes(text)) resolve();
        };
        child.stderr.on('data', look);
        void ended.then(() => resolve());
        look();
      }),
  };
}

function collect(stream: NodeJS.ReadableStream): { text: string } {
  const collected = { text: '' };
  stream.on('data', (chunk) => {
    collected.text += chunk;
  });
  return collected;
}

export function runMigrate(args: readonly string[]): Promise<MigrateRun> {
  return startMigrate(args).ended;
}
