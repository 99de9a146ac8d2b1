import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { anyPort } from './any-port.ts';
import { withOwnOptions } from './with-own-options.ts';

export const root = fileURLToPath(new URL('../..', import.meta.url));

/** Hundreds start from the same sources, so Node keeps its compiled code. */
export const cachingEnv = {
  ...process.env,
  NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/e2e-server'),
};

/** The last line that it prints once it listens. */
const ready = 'Demo host page';

/** A server with its own ports and store. */
export interface Server {
  /** `http://localhost:PORT`. */
  embedOrigin: string;
  /** `http://127.0.0.1:PORT`: another site. */
  demoOrigin: string;
  /** Directory of its store. */
  dataDir: string;
  /** Stops it and removes its store. */
  dispose(): Promise<void>;
}

/** A server in its own process, as in deployment. */
export interface ServerProcess extends Server {
  /** Process id of the present process. */
  pid(): number;
  /** Its output so far. */
  output(): string;
  /**
   * SIGTERM.
   * @returns the exit code
   */
  stop(): Promise<number | null>;
  /** kill -9. */
  kill(): Promise<void>;
  /** Starts it again, on the same ports and the same store. */
  restart(): Promise<void>;
}

/** @param output a server's explanation for not starting */
export const isPortTaken = (output: string): boolean =>
  output.includes('is in use by another program');

/**
 * @param nodeArgs arguments for Node, before the server's own
 * @param env further variables
 */
export async function startServerProcess(
  args: readonly string[] = [],
  nodeArgs: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
): Promise<ServerProcess> {
  const dataDir = mkdtempSync(join(tmpdir(), 'offstage-e2e-'));
  let [port, demoPort] = [anyPort(), anyPort()];
  let output = '';
  let child: ChildProcess;

  /** @returns once it listens, or has explained why it does not */
  async function start(): Promise<void> {
    output = '';
    const ports = { '--port': port, '--demo-port': demoPort };
    // By default one page of ten measures itself, by chance.
    const own = { ...ports, '--data': dataDir, '--field-sample': 0 };
    const options = withOwnOptions(own, args);
    child = spawn(process.execPath, [...nodeArgs, 'server/main.ts', ...options], {
      cwd: root,
      env: { ...cachingEnv, ...env },
    });
    child.stderr?.on('data', (chunk) => {
      output += chunk;
    });
    for await (const chunk of child.stdout ?? []) {
      output += chunk;
      if (output.includes(ready)) break;
    }
  }

  async function end(signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null> {
    if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
    child.kill(signal);
    await once(child, 'exit');
    return child.exitCode;
  }

  await start();
  while (isPortTaken(output)) {
    [port, demoPort] = [anyPort(), anyPort()];
    await start();
  }
  if (!output.includes(ready)) throw new Error(`The server did not start: ${output}`);
  return {
    embedOrigin: `http://localhost:${port}`,
    demoOrigin: `http://127.0.0.1:${demoPort}`,
    dataDir,
    pid: () => child.pid ?? Number.NaN,
    output: () => output,
    stop: () => end('SIGTERM'),
    kill: async () => void (await end('SIGKILL')),
    restart: async () => {
      await start();
      if (!output.includes(ready)) throw new Error(`The server did not start again: ${output}`);
    },
    async dispose() {
      // SIGKILL: a test's pages still stream, and with SIGTERM the server would wait for them.
      await end('SIGKILL');
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
