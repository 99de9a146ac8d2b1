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
const rounds = 3;
const senders = 8;
const eventsOfBatch = 20;

test('a store whose server is killed repeatedly under load stays intact and has every acknowledged event once', async () => {
  const dataDir = tempDirectory();
  const options = testOptions({ dataDir, rateLimit: 0 });
  const acknowledged = new Set<string>();
  const sent = new Set<string>();
  let child: ChildProcess | null = null;
  let batches = 0;
  onTestFinished(() => {
    child?.kill('SIGKILL');
  });

  /** @returns once it listens: its address, and a promise of its end */
  async function start(): Promise<{ intake: string; exited: Promise<unknown> }> {
    const started = spawn(process.execPath, [runnerFile, JSON.stringify(options)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    child = started;
    const exited = once(started, 'exit');
    let output = '';
    for await (const chunk of started.stdout) {
      output += chunk;
      const intake = /^Event intake +(\S+)$/m.exec(output)?.[1];
      if (intake !== undefined) return { intake, exited };
    }
    throw new Error(`The server did not start: ${output}`);
  }

  /**
   * Sends until the server ends; half of the batches were sent before, as by a page that had no
   * answer.
   */
  async function send(intake: string, sender: number): Promise<void> {
    for (;;) {
      batches += 1;
      const first = 1 + Math.floor(batches / 2) * eventsOfBatch;
      const sid = `sid-of-a-sender-${sender}-0123`;
      const seqs = Array.from({ length: eventsOfBatch }, (_, index) => first + index);
      const ids = seqs.map((seq) => `${sid} ${seq}`);
      for (const id of ids) sent.add(id);
      const body = JSON.stringify(
        logBatch(
          seqs.map((seq) => logEvent(seq)),
          { sid },
        ),
      );
      const isTaken = await fetch(intake, {
        method: 'POST',
        body,
        headers: { 'Content-Type': 'text/plain' },
      }).then(
        async (answer) => (await answer.text()) !== '' && answer.ok,
        () => null,
      );
      if (isTaken === null) return;
      if (isTaken) for (const id of ids) acknowledged.add(id);
      // The server is killed with batches of all senders in flight.
      if (sender === 0 && acknowledged.size > killAt) child?.kill('SIGKILL');
    }
  }

  let killAt = 0;
  for (let round = 1; round <= rounds; round += 1) {
    const { intake, exited } = await start();
    killAt = acknowledged.size + 300 + 170 * round;
    await Promise.all([
      ...Array.from({ length: senders }, (_, sender) => send(intake, sender)),
      exited,
    ]);
    // As the crash has left it, before any server repairs it.
    expect(look(dataDir)).toMatchObject({ integrity: 'ok', foreign: [] });
  }

  const { stored, total } = look(dataDir);
  expect(acknowledged.size).toBeGreaterThan(rounds * 300);
  expect([...acknowledged].filter((id) => !stored.has(id))).toEqual([]);
  expect([...stored].filter((id) => !sent.has(id))).toEqual([]);
  expect(total).toBe(stored.size);
});

function look(dataDir: string) {
  const database = new DatabaseSync(join(dataDir, 'events.sqlite'));
  const integrity = database.prepare('PRAGMA integrity_check').get()?.integrity_check;
  const foreign = database.prepare('PRAGMA foreign_key_check').all();
  const rows = database.prepare('SELECT sid, seq FROM events').all();
  const total = database.prepare('SELECT events FROM totals').get()?.events;
  database.close();
  const stored = new Set(rows.map(({ sid, seq }) => `${sid} ${seq}`));
  // No id occurs twice.
  expect(rows).toHaveLength(stored.size);
  return { integrity, foreign, stored, total };
}
