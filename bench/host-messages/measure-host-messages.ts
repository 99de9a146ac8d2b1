import { type Browser, type CDPSession, chromium, type Page } from '@playwright/test';
import { serveHostPage } from '../../e2e/support/host-page.ts';
import { startServerProcess } from '../../e2e/support/server-process.ts';
import { type Spread, spreadOf } from '../support/spread.ts';
import { type MessageKind, messageKinds } from './message-kinds.ts';

/** Messages arrive in order: when the frame reads this one, it has read all earlier ones. */
const lastMessage = 'bench: that was all';
const rounds = 9;

/** Why the player refuses the messages: their content, or a sender that is not its host. */
const scenes = {
  /** A frame of the same server without a player: the browser's own cost of a message. */
  'no player': '/healthz',
  'the host': '/embed/offstage002?enablejsapi=1',
  'a stranger': '/embed/offstage002?enablejsapi=1&origin=https://elsewhere.example',
} as const;
type Scene = keyof typeof scenes;

interface Measured {
  kind: string;
  /** Microseconds of the frame's main thread for each message, by scene. */
  us: Record<Scene, Spread>;
}

/**
 * Measures the main-thread cost of messages that the player refuses: all scenes and kinds,
 * interleaved.
 */
export async function measureHostMessages(): Promise<{
  unit: string;
  rounds: number;
  rows: Measured[];
}> {
  const server = await startServerProcess();
  const browser = await launch();
  const opened = new Map<Scene, OpenedScene>();
  try {
    for (const [scene, path] of Object.entries(scenes) as [Scene, string][])
      opened.set(scene, await open(browser, `${server.embedOrigin}${path}`));

    const samples = new Map<string, number[]>();
    for (let round = -1; round < rounds; round += 1) {
      for (const kind of messageKinds) {
        for (const [scene, { page, cdp }] of opened) {
          const us = await costOf(page, cdp, kind);
          // The first round warms up.
          if (round >= 0)
            samples.set(`${kind.name}/${scene}`, [
              ...(samples.get(`${kind.name}/${scene}`) ?? []),
              us,
            ]);
        }
      }
      process.stderr.write(`\r${round + 2} of ${rounds + 1} rounds`);
    }
    process.stderr.write('\r');

    const rows = messageKinds.map(({ name }): Measured => {
      const spread = (scene: Scene) => spreadOf(samples.get(`${name}/${scene}`) ?? []);
      return {
        kind: name,
        us: {
          'no player': spread('no player'),
          'the host': spread('the host'),
          'a stranger': spread('a stranger'),
        },
      };
    });
    print(rows);
    return { unit: 'main-thread microseconds a message', rounds, rows };
  } finally {
    for (const { close } of opened.values()) await close();
    await browser.close();
    await server.dispose();
  }
}

function launch(): Promise<Browser> {
  const executablePath = process.env.CHROMIUM_PATH;
  return chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    args: ['--no-sandbox', '--site-per-process'],
  });
}

interface OpenedScene {
  page: Page;
  /** Session of the frame. */
  cdp: CDPSession;
  close(): Promise<void>;
}

async function open(browser: Browser, url: string): Promise<OpenedScene> {
  const context = await browser.newContext();
  const hostPage = await serveHostPage(`<iframe src="${url}" width="640" height="360"></iframe>`);
  const close = async () => {
    await context.close();
    await hostPage.close();
  };
  try {
    const page = await context.newPage();
    await page.goto(hostPage.url);
    return { page, cdp: await prepareFrame(page), close };
  } catch (error) {
    await close();
    throw error;
  }
}

/**
 * Makes the page the player's host, and the frame report when it has read all messages.
 * @returns its session
 */
async function prepareFrame(page: Page): Promise<CDPSession> {
  const frame = page.frames()[1];
  if (frame === undefined) throw new Error('The host page has no frame.');
  await frame.waitForLoadState('networkidle');
  await page.evaluate(`frames[0].postMessage('{"event":"listening","id":1}', '*')`);
  // The same listener in every scene, so that its cost is the same.
  await frame.evaluate(`{
    let read = Promise.withResolvers();
    addEventListener('message', ({ data }) => data === '${lastMessage}' && read.resolve());
    globalThis.untilRead = () => read.promise.then(() => { read = Promise.withResolvers(); });
  }`);
  const cdp = await page.context().newCDPSession(frame);
  await cdp.send('Performance.enable', { timeDomain: 'timeTicks' });
  return cdp;
}

/** @returns microseconds of the frame's main thread for each message */
async function costOf(page: Page, cdp: CDPSession, { make, count }: MessageKind): Promise<number> {
  const before = await taskSeconds(cdp);
  await page.evaluate(`{
    let big;
    const make = ${make};
    for (let n = 0; n < ${count}; n += 1) frames[0].postMessage(make(n), '*');
  }`);
  await page.evaluate(`frames[0].postMessage('${lastMessage}', '*')`);
  await cdp.send('Runtime.evaluate', { expression: 'untilRead()', awaitPromise: true });
  return (((await taskSeconds(cdp)) - before) * 1e6) / count;
}

async function taskSeconds(cdp: CDPSession): Promise<number> {
  const { metrics } = await cdp.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0;
}

function print(rows: readonly Measured[]): void {
  const text = ({ median, min, max }: Spread) =>
    `${median.toFixed(1)} (${min.toFixed(1)}–${max.toFixed(1)})`;
  const scenesInOrder = Object.keys(scenes) as Scene[];
  console.log('\nMain-thread µs a message in the player’s frame: median (least–most)\n');
  console.log(
    `| message | ${scenesInOrder.join(' | ')} |\n| --- |${' ---: |'.repeat(scenesInOrder.length)}`,
  );
  for (const { kind, us } of rows)
    console.log(`| ${kind} | ${scenesInOrder.map((scene) => text(us[scene])).join(' | ')} |`);
  console.log();
}
