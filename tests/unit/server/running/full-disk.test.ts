import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { logBatch, logEvent } from '../support/log-batches.ts';
import { testOptions } from '../support/start-test-server.ts';
import { tempDirectory } from '../support/temp-directory.ts';

const runnerFile = fileURLToPath(new URL('../support/run-test-server.ts', import.meta.url));

/** Half a kilobyte each: the maximum file size stands in for a full disk. */
const fullAtBlocks = 2_000;

test('a server with a full disk refuses what it cannot store, keeps serving, and has lost nothing when there is room again [attack-M4]', async () => {
  const dataDir = tempDirectory();
  const options = testOptions({ dataDir, rateLimit: 0 });
  let child: ChildProcess | null = null;
  onTestFinished(() => {
    child?.kill('SIGKILL');
  });
  /** @param limit of each file, as in `ulimit -f` */
  async function start(limit: string): Promise<string> {
    const command = `ulimit -f ${limit}; exec "$0" "$@"`;
    const started = spawn('sh', [
      '-c',
      command,
      process.execPath,
      runnerFile,
      JSON.stringify(options),
    ]);
    child = started;
    let output = '';
    // Read to the end: the server reports there what it could not write.
    return new Promise((resolve, reject) => {
      started.stdout.on('data', (chunk) => {
        output += chunk;
        const intake = /^Event intake +(\S+)$/m.exec(output)?.[1];
        if (intake !== undefined) resolve(intake);
      });
      started.once('exit', () => reject(new Error(`The server has ended: ${output}`)));
    });
  }
  async function send(intake: string, number: number): Promise<number> {
    const payload = { text: 'x'.repeat(9_000) };
    const body = JSON.stringify(
      logBatch([1, 2, 3].map((index) => logEvent(number * 3 + index, { payload }))),
    );
    const answer = await fetch(intake, {
      method: 'POST',
      body,
      headers: { 'Content-Type': 'text/plain' },
    });
    await answer.text();
    return answer.status;
  }

  const crowded = await start(String(fullAtBlocks));
  expect((await fetch(new URL('/readyz', crowded))).status).toBe(200);
  const taken: number[] = [];
  let refused = -1;
  for (let number = 0; refused === -1; number += 1) {
    const status = await send(crowded, number);
    if (status === 200) taken.push(number);
    else {
      // Players send requests with this answer again.
      expect(status).toBeGreaterThanOrEqual(500);
      refused = number;
    }
  }
  expect(taken.length).toBeGreaterThan(3);
  expect((await fetch(new URL('/healthz', crowded))).status).toBe(200);
  expect((await fetch(new URL('/readyz', crowded))).status).toBe(503);
  const ended = child === null ? null : once(child, 'exit');
  (child as ChildProcess | null)?.kill('SIGKILL');
  await ended;

  const roomy = await start('unlimited');
  expect(await send(roomy, refused)).toBe(200);
  expect((await fetch(new URL('/readyz', roomy))).status).toBe(200);
  const database = new DatabaseSync(join(dataDir, 'events.sqlite'), { readOnly: true });
  const stored = database
    .prepare('SELECT seq FROM events ORDER BY seq')
    .all()
    .map(({ seq }) => seq);
  const integrity = database.prepare('PRAGMA integrity_check').get()?.integrity_check;
  database.close();
  expect(integrity).toBe('ok');
  expect(stored).toEqual(
    [...taken, refused].flatMap((number) => [1, 2, 3].map((index) => number * 3 + index)),
  );
});
