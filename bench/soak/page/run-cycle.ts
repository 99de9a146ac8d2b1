import { setTimeout as wait } from 'node:timers/promises';
import { until } from '../../../e2e/support/until.ts';
import { driveHost, type HostDriver } from './host-driver.ts';
import { mainVideo, type Scene } from './open-scene.ts';
import type { Target } from './targets.ts';

/** Result of one cycle. */
export interface CycleDone {
  /** The first note number that was not logged yet. */
  nextNote: number;
  /** `false` if the page was left and the browser had not kept it. */
  isKept: boolean;
}

/**
 * Plays as a single file without an engine. It plays in the first cycle and each eighth after it,
 * so that engines come and go.
 */
const otherVideo = 'offstage002';
const otherVideoEvery = 8;

/**
 * In each eighth cycle the page is frozen, and is left and restored. Its services' worker ends
 * then, so a worker's own growth shows in the cycles between.
 */
const restEvery = 8;
const restAt = 4;

/** How long the page is frozen; any time will do. */
const frozenMs = 500;

/**
 * Runs once through everything that can happen to an embed in a long day. Afterwards all measures
 * must be as before.
 */
export async function runCycle(scene: Scene, cycle: number, firstNote: number): Promise<CycleDone> {
  const { inFrame } = scene;
  const host = driveHost(scene);
  let nextNote = firstNote;
  const note = async (frame: Target, count: number, tier: string) => {
    await frame.evaluate(
      `for (let n = ${nextNote}; n < ${nextNote + count}; n += 1) offstage.log('note', { n }, { tier: '${tier}' })`,
    );
    nextNote += count;
  };

  await host.untilReady();
  await host.command('playVideo');
  await host.untilPlays();
  await inFrame((frame) => frame.evaluate(`(${fillTimeline})()`));
  await inFrame((frame) => note(frame, 20, 'default'));
  await command(host);
  await inFrame(usePanels);
  if (cycle % otherVideoEvery === 0) await playOther(host);
  await inFrame((frame) => loseNetwork(scene, host, frame, () => note(frame, 20, 'immediate')));
  await host.command('playVideo');
  await host.untilPlays();
  await inFrame((frame) => hide(frame, () => note(frame, 20, 'fast')));
  const rests = cycle % restEvery === restAt;
  if (rests) await scene.inPage(freeze);
  await host.command('playVideo');
  await host.untilPlays();
  await inFrame((frame) => note(frame, 5, 'default'));
  const isKept = !rests || (await leaveAndReturn(scene));
  await host.untilReady();
  await host.command('playVideo');
  await host.untilPlays();
  await undo(host);
  await host.command('pauseVideo');
  await host.untilPaused();
  await inFrame(untilDelivered);
  return { nextNote, isKept };
}

/**
 * A browser keeps a document's first 200 long tasks and long animation frames for later observers,
 * some 100 kB in all. Scripts cannot clear them, so this creates them all at the start; later ones
 * are not kept. Runs in the page, once for each document.
 */
async function fillTimeline(): Promise<void> {
  if (performance.getEntriesByName('soak: filled').length > 0) return;
  const [keptCount, longMs] = [210, 55];
  for (let count = 0; count < keptCount; count += 1) {
    await new Promise(requestAnimationFrame);
    const endMs = performance.now() + longMs;
    while (performance.now() < endMs);
  }
  performance.mark('soak: filled');
}

/** Sends commands of each kind; `undo` reverts them, so that every cycle ends in the same state. */
async function command(host: HostDriver): Promise<void> {
  await host.command('setLoop', true);
  await host.command('setVolume', 20 + Math.floor(Math.random() * 60));
  await host.command('setPlaybackQuality', 'small');
  await host.command('loadModule', 'captions');
  await host.command('setPlaybackRate', 1.25);
  await host.command('addCueRange', 'soak', 1, 2);
  await host.command('removeCueRange', 'soak');
  for (const second of [3, 25, 8]) await host.command('seekTo', second, true);
  await host.command('diagnose');
  await host.untilPlays();
}

async function undo(host: HostDriver): Promise<void> {
  await host.command('setPlaybackQuality', 'auto');
  await host.command('unloadModule', 'captions');
  await host.command('setPlaybackRate', 1);
}

/** A viewer opens a panel, and closes it. */
async function usePanels(frame: Target): Promise<void> {
  const panel = `document.querySelector('.settings-menu')`;
  const button = `document.querySelector('[data-visual-element=settings_button]')`;
  await until('there is a settings button', () => frame.evaluate(`${button} !== null`));
  await frame.evaluate(`${button}.click()`);
  await until('the settings are open', () => frame.evaluate(`${panel} !== null`));
  await frame.evaluate(`${button}.click()`);
  await until('the settings are closed', () => frame.evaluate(`${panel} === null`));
}

async function playOther(host: HostDriver): Promise<void> {
  for (const video of [otherVideo, mainVideo]) {
    await host.command('loadVideoById', video);
    await host.untilPlays();
  }
}

/** Requests fail, including workers', and the page is notified that it is offline. */
async function loseNetwork(
  { gate }: Scene,
  host: HostDriver,
  frame: Target,
  note: () => Promise<void>,
): Promise<void> {
  const setOffline = (offline: boolean) =>
    frame.send('Network.emulateNetworkConditions', {
      offline,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput: -1,
    });
  await frame.send('Network.enable');
  gate.unplug();
  await setOffline(true);
  await note();
  await host.command('seekTo', 40, true);
  await until('a request fails', () =>
    frame.evaluate('offstage.flush().then(({ ok, value }) => !ok || value.queued > 0)'),
  );
  gate.plugIn();
  await setOffline(false);
  await frame.send('Network.disable');
  await untilDelivered(frame);
}

/** A browser without windows hides no tab, so the page gets the event by script. */
async function hide(frame: Target, note: () => Promise<void>): Promise<void> {
  const see = (state: 'hidden' | 'visible') =>
    frame.evaluate(`{
      Object.defineProperty(document, 'visibilityState', { value: '${state}', configurable: true });
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
    }`);
  await see('hidden');
  await note();
  await see('visible');
}

/**
 * Navigates away and back. It uses the DevTools protocol: Playwright repeats its own evaluations
 * each time the page is restored, and the page holds them forever.
 * @returns whether the browser had kept the page
 */
async function leaveAndReturn({ page, inPage }: Scene): Promise<boolean> {
  const returns = () =>
    inPage((host) => host.evaluate('globalThis.host?.returns')) as Promise<boolean[] | undefined>;
  const before = (await returns())?.length ?? 0;
  await page.goto('about:blank');
  await page.goBack({ waitUntil: 'commit' });
  // A reloaded page has returned once, without an earlier visit.
  const all = await until('the page is shown again', async () => {
    const now = await returns().catch(() => undefined);
    return now !== undefined && now.length > 0 && (now.length > before || now.length === 1)
      ? now
      : null;
  });
  return all.at(-1) ?? false;
}

async function freeze(page: Target): Promise<void> {
  await page.send('Page.enable');
  await page.send('Page.setWebLifecycleState', { state: 'frozen' });
  await wait(frozenMs);
  await page.send('Page.setWebLifecycleState', { state: 'active' });
}

/** Waits until all logged events have reached the server, by the page's own accounting. */
async function untilDelivered(frame: Target): Promise<void> {
  await until('everything is delivered', () =>
    frame.evaluate('offstage.flush().then(() => offstage.accounting().queued === 0)'),
  );
}
