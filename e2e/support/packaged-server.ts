import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect } from '@playwright/test';
import { createSender } from './event-sender.ts';
import { withoutProject } from './without-project.ts';

/** `offstage serve` of an npm package. */
interface PackagedServer extends AsyncDisposable {
  embedOrigin: string;
  demoOrigin: string;
  /** Id of the first video. */
  videoId: string;
  /**
   * SIGTERM.
   * @returns the exit code
   */
  stop(): Promise<number | null>;
}

/**
 * Starts it in a directory, on free ports.
 * @param node runs the command
 * @param command path of the command's script
 * @param args after `serve`
 * @returns once it listens
 */
export async function servePackage(
  cwd: string,
  node: string,
  command: string,
  ...args: string[]
): Promise<PackagedServer> {
  const child = spawn(node, [command, 'serve', ...args], {
    cwd,
    env: { ...withoutProject(process.env), OFFSTAGE_PORT: '0', OFFSTAGE_DEMO_PORT: '0' },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => (output += chunk));
  const ended = once(child, 'close');
  const hasStarted = () => /^Media .*\n/m.test(output);
  await expect.poll(() => child.exitCode !== null || hasStarted()).toBe(true);
  expect(hasStarted(), output).toBe(true);
  const [, embedOrigin = '', videoId = ''] = /^Embed +(\S+)\/embed\/(\S+)$/m.exec(output) ?? [];
  const [, demoOrigin = ''] = /^Demo host page +(\S+)\/$/m.exec(output) ?? [];
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
    return child.exitCode;
  };
  return { embedOrigin, demoOrigin, videoId, stop, [Symbol.asyncDispose]: async () => void stop() };
}

/** Requests each kind of page, and sends a batch of events, which the telemetry then counts. */
export async function expectToServe(server: PackagedServer, title: string): Promise<void> {
  const { embedOrigin, demoOrigin, videoId } = server;
  const text = async (url: string) => {
    const reply = await fetch(url);
    expect(reply.status, url).toBe(200);
    return reply.text();
  };
  const embed = await text(`${embedOrigin}/embed/${videoId}`);
  expect(embed).toContain(title);
  // Read from the file, in a thread of the library.
  expect(embed).toMatch(/"lengthSeconds":[1-9]/);
  expect(await text(`${embedOrigin}/watch?v=${videoId}`)).toContain(title);
  expect(await text(`${embedOrigin}/iframe_api`)).toContain('YT');
  expect(await text(`${demoOrigin}/`)).toContain('<title>');
  expect(await text(`${demoOrigin}/docs/`)).toContain('<title>');
  expect(await text(`${demoOrigin}/telemetry/`)).toContain('<title>');
  expect(JSON.parse(await text(`${embedOrigin}/schemas`))).not.toEqual([]);
  const sender = createSender(3);
  const reply = await fetch(`${embedOrigin}/youtubei/v1/log_event`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' },
    body: new Uint8Array(sender.body()),
  });
  expect(sender.receive(reply.status, await reply.text())).toBe(true);
  expect(JSON.parse(await text(`${demoOrigin}/telemetry/summary`))).toMatchObject({ events: 3 });
  // Read in the thread of the reports.
  expect(JSON.parse(await text(`${demoOrigin}/telemetry/qoe`))).toBeInstanceOf(Object);
}
