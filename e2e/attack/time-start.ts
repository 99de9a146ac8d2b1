import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { anyPort } from '../support/any-port.ts';
import { cachingEnv, root } from '../support/server-process.ts';

/** How often the test asks a starting server. */
const everyMs = 5;

/** @returns milliseconds from start until a server with this library answers `GET /generate_204` */
export async function timeStart(mediaDir: string): Promise<number> {
  const port = anyPort();
  const dataDir = mkdtempSync(join(tmpdir(), 'offstage-start-'));
  const places = ['--port', port, '--demo-port', anyPort(), '--data', dataDir, '--media', mediaDir];
  const startMs = performance.now();
  const child = spawn(process.execPath, ['server/main.ts', ...places.map(String)], {
    cwd: root,
    env: cachingEnv,
    stdio: 'ignore',
  });
  const ended = once(child, 'exit');
  try {
    while (!(await answers(port))) {
      if (child.exitCode !== null) throw new Error('The server did not start.');
      await wait(everyMs);
    }
    return performance.now() - startMs;
  } finally {
    child.kill('SIGKILL');
    await ended;
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function answers(port: number): Promise<boolean> {
  const reply = await fetch(`http://localhost:${port}/generate_204`).catch(() => null);
  return reply?.status === 204;
}
