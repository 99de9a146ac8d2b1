import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { logBatch, logEvent } from '../support/log-batches.ts';
import { spawnTestServer } from '../support/spawn-test-server.ts';
import { testOptions } from '../support/start-test-server.ts';
import { tempDirectory } from '../support/temp-directory.ts';

interface LogLine {
  code: string;
  message: string;
  port?: number;
}

/** @returns the lines of the server's log up to the one that says that it listens */
async function linesUntilListening(child: ChildProcess): Promise<LogLine[]> {
  let output = '';
  for await (const chunk of child.stdout ?? []) {
    output += chunk;
    if (/"code":"LISTENING".*\n/.test(output)) break;
  }
  return output
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
}

test('a second server on a data directory warns with DATA_SHARED, and the events of both are kept', async () => {
  const dataDir = tempDirectory();
  const start = async () =>
    linesUntilListening(spawnTestServer(testOptions({ dataDir, log: 'json' })));
  const first = await start();
  const second = await start();
  expect(first.map(({ code }) => code)).not.toContain('DATA_SHARED');
  expect(second.find(({ code }) => code === 'DATA_SHARED')?.message).toBe(
    `Another server uses the data directory ${dataDir} too: all of them store events there. If this was not meant, stop one of them, or choose another directory with --data.`,
  );
  const sids = ['sid-of-the-first-one', 'sid-of-the-other-one'];
  await Promise.all(
    [first, second].map(async (lines, index) => {
      const port = lines.find(({ code }) => code === 'LISTENING')?.port;
      const batch = logBatch([logEvent(1), logEvent(2)], { sid: sids[index] });
      const send = async () => {
        const { status } = await fetch(`http://localhost:${port}/youtubei/v1/log_event`, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify(batch),
        });
        return status;
      };
      // While the other one stores, the answer may be 503, and players send again.
      await expect.poll(send).toBe(200);
    }),
  );
  const store = new DatabaseSync(join(dataDir, 'events.sqlite'), { readOnly: true });
  const rows = store.prepare('SELECT sid, count(*) AS count FROM events GROUP BY sid ORDER BY sid');
  expect(rows.all()).toEqual([
    { sid: sids[0], count: 2 },
    { sid: sids[1], count: 2 },
  ]);
  store.close();
});
