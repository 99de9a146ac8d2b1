import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { StartOptions } from '../../../../server/start/start-options.ts';
import { whenDone } from './when-done.ts';

const runnerFile = fileURLToPath(new URL('run-test-server.ts', import.meta.url));

/**
 * Starts a server's process with an IPC channel, as the start script does.
 * @param env more variables
 */
export function spawnTestServer(
  options: StartOptions,
  env: Readonly<Record<string, string>> = {},
): ChildProcess {
  const child = spawn(process.execPath, [runnerFile, JSON.stringify(options)], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  whenDone(() => {
    child.kill('SIGKILL');
  });
  return child;
}
