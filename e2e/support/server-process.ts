import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** A server of its own: a real process with ports and a store that nobody else has. */
export interface ServerProcess {
  /** `http://localhost:PORT`. */
  embedOrigin: string;
  /** `http://127.0.0.1:PORT`: another site. */
  demoOrigin: string;
  /** What it has printed so far. */
  output(): string;
  /** SIGTERM. @returns the exit code */
  stop(): Promise<number | null>;
  /** kill -9. */
  kill(): Promise<void>;
  /** Again, on the same ports and the same store. */
  restart(): Promise<void>;
  /** Stops it and removes its store. */
  dispose(): Promise<void>;
}

export async function startServerProcess(args: readonly string[] = []): Promise<ServerProcess> {
  const dataDir = mkdtempSync(join(tmpdir(), 'offstage-e2e-'));
  const [port, demoPort] = [await freePort(), await freePort()];
  let output = '';
  let child: ChildProcess;

  async function start(): Promise<void> {
    const options = ['--port', String(port), '--demo-port', String(demoPort), '--data', dataDir, ...args];
    child = spawn(process.execPath, ['server/main.ts', ...options], { cwd: root });
    child.stderr?.on('data', (chunk) => {
      output += chunk;
    });
    for await (const chunk of child.stdout ?? []) {
      output += chunk;
      if (output.includes('Demo host page')) break;
    }
    // Its output has ended, its exit may not have been told yet.
    if (!output.includes('Demo host page')) throw new Error(`The server did not start: ${output}`);
  }

  async function end(signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null> {
    if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
    child.kill(signal);
    await once(child, 'exit');
    return child.exitCode;
  }

  await start();
  return {
    embedOrigin: `http://localhost:${port}`,
    demoOrigin: `http://127.0.0.1:${demoPort}`,
    output: () => output,
    stop: () => end('SIGTERM'),
    kill: async () => void (await end('SIGKILL')),
    restart: async () => {
      output = '';
      await start();
    },
    async dispose() {
      // Not asked politely: the pages of a test still stream, and the server would wait for them.
      await end('SIGKILL');
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** A port that was free a moment ago; fixed, so that a restarted server is found where the page knows it. */
async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  if (address === null || typeof address === 'string') throw new Error('No port.');
  return address.port;
}
