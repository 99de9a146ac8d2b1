import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { onTestFinished, test } from 'vitest';
import { endProcesses, processesOf } from '../../../../scripts/lib/processes.js';

const module = new URL('../../../../scripts/lib/run.js', import.meta.url).href;
const idle = 'console.log("at work"); setInterval(() => {}, 60_000)';

test('a command ends with the process that runs it', async () => {
  const [name, value] = ['OFFSTAGE_TEST_MARK', randomUUID()];
  const mark = `${name}=${value}`;
  const script = `
    import { run } from ${JSON.stringify(module)};
    run(process.execPath, ['-e', ${JSON.stringify(idle)}]);
    process.once('message', () => process.exit(0));`;
  const parent = spawn(process.execPath, ['--input-type=module', '-e', script], {
    env: { ...process.env, [name]: value },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  const pid = parent.pid ?? 0;
  onTestFinished(() => endProcesses(pid, mark));
  await once(parent.stdout ?? parent, 'data');
  parent.send('end');
  // The command holds the output open, so this comes only once it has ended too.
  await once(parent, 'close');
  if (processesOf(pid, mark).length > 0) throw new Error('The command still runs.');
});
