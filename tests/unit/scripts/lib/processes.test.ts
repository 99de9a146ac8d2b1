import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { endProcesses, processesOf } from '../../../../scripts/lib/processes.js';

const idle = 'setInterval(() => {}, 60_000)';

test('processes are gone once they are ended, even those that left their parent', async () => {
  const mark = `OFFSTAGE_TEST_MARK=${randomUUID()}`;
  const [name = '', value = ''] = mark.split('=');
  const orphans = `for (let i = 0; i < 8; i += 1) require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(idle)}], { detached: true, stdio: 'ignore' }).unref();`;
  const child = spawn(process.execPath, ['-e', `${orphans} console.log('started'); ${idle}`], {
    env: { ...process.env, [name]: value },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  const pid = child.pid ?? 0;
  const all = processesOf(pid, mark).map(({ pid }) => pid);
  expect(all).toHaveLength(9);

  await endProcesses(pid, mark);
  expect(all.filter(isRunning)).toEqual([]);
});

test('a process that has ended already is no error', async () => {
  const child = spawn(process.execPath, ['-e', '']);
  await once(child, 'exit');
  await expect(endProcesses(child.pid ?? 0, 'OFFSTAGE_TEST_MARK=none')).resolves.toBeUndefined();
});

/** A process that has ended keeps its entry, without a command, until its parent has noticed. */
function isRunning(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8') !== '';
  } catch {
    return false;
  }
}
