import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { endlessLibrary, storeOpened } from '../support/endless-library.ts';
import { spawnTestServer } from '../support/spawn-test-server.ts';
import { testOptions } from '../support/start-test-server.ts';
import { takePort } from '../support/take-port.ts';

async function endOf(child: ChildProcess): Promise<{ code: number | null; output: string }> {
  let output = '';
  const streams = [child.stdout, child.stderr].filter((stream) => stream !== null);
  for (const stream of streams) {
    stream.on('data', (chunk) => {
      output += chunk;
    });
  }
  // Not 'close', which Node never emits once the channel has been disconnected from here.
  await Promise.all([once(child, 'exit'), ...streams.map((stream) => once(stream, 'close'))]);
  return { code: child.exitCode, output };
}

test.each([
  ['SIGTERM', (child: ChildProcess) => child.kill('SIGTERM')],
  ['its parent’s end', (child: ChildProcess) => child.disconnect()],
])(
  'the server ends with 0 on %s while it is still reading the library, and leaves its store in order',
  async (_what, end) => {
    const options = testOptions({ mediaDir: endlessLibrary() });
    const child = spawnTestServer(options);
    const ended = endOf(child);
    await storeOpened(options.dataDir);
    end(child);
    expect(await ended).toMatchObject({ code: 0 });
    const store = new DatabaseSync(join(options.dataDir, 'events.sqlite'));
    expect(store.prepare('SELECT events FROM totals').get()).toEqual({ events: 0 });
    store.close();
  },
);

test('the server ends with 0 when its parent ends before it could listen for that', async () => {
  const child = spawnTestServer(testOptions());
  child.disconnect();
  expect(await endOf(child)).toMatchObject({ code: 0 });
});

/** The last lines of a server that a signal has stopped. */
const stopped = (sentence: string) => [
  `The server is stopping: ${sentence}, for up to 3 s. A second Ctrl-C or SIGTERM ends it at once.`,
  'The server has stopped.',
  '',
];

test('the server runs until it is stopped, says that it stops and has stopped, and ends with 0', async () => {
  const child = spawnTestServer(testOptions({ drainMs: 10 }));
  const ended = endOf(child);
  await once(child.stdout ?? child, 'data');
  child.kill('SIGINT');
  const { code, output } = await ended;
  expect(code).toBe(0);
  expect(output).toMatch(/^Demo host page/);
  expect(output.split('\n').slice(-4)).toEqual([
    'Stop it with      Ctrl-C',
    ...stopped('it answers for 0.01 s more, then it lets open requests finish'),
  ]);
});

test('the server keeps serving when its output is no longer read', async () => {
  const child = spawnTestServer(testOptions({ log: 'json', hasAccessLog: true }));
  let output = '';
  const port = await new Promise<string>((resolve) => {
    child.stdout?.on('data', (chunk) => {
      output += chunk;
      const [, found] = /"port":(\d+)/.exec(output) ?? [];
      if (found !== undefined) resolve(found);
    });
  });
  child.stdout?.destroy();
  child.stderr?.destroy();
  // Each request is a line of the log.
  for (let count = 0; count < 3; count += 1)
    expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200);
});

test('the server ends with 2 and one sentence when it cannot start, with a living parent too', async () => {
  const port = await takePort('127.0.0.1');
  expect(await endOf(spawnTestServer(testOptions({ port })))).toEqual({
    code: 2,
    output: `Port ${port} is in use by another program; stop it, or choose another port with --port.\n`,
  });
});

test('a second server on a data directory says so, and one after a killed server does not', async () => {
  const options = testOptions();
  const first = spawnTestServer(options);
  await once(first.stdout ?? first, 'data');
  const second = spawnTestServer(options);
  const secondEnded = endOf(second);
  await once(second.stdout ?? second, 'data');
  second.kill('SIGTERM');
  const { output } = await secondEnded;
  expect(output).toContain(`Another server uses the data directory ${options.dataDir} too`);
  expect(output.split('\n').slice(-3)).toEqual(stopped('it lets open requests finish'));
  first.kill('SIGKILL');
  await once(first, 'exit');
  const third = spawnTestServer(options);
  const thirdEnded = endOf(third);
  await once(third.stdout ?? third, 'data');
  third.kill('SIGTERM');
  expect((await thirdEnded).output).not.toContain('Another server');
});
