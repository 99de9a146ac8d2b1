import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium, type LaunchOptions } from '@playwright/test';

/** A browser of its own with its data on disk, which may be killed and started again. */
export interface Profile {
  /** Of the browser that runs now. */
  readonly context: BrowserContext;
  /** SIGKILL: every process of it goes at once. */
  kill(): Promise<void>;
  start(): Promise<void>;
  dispose(): Promise<void>;
}

/** @param preferences as Chromium keeps them, for what no switch sets */
export async function openProfile(launchOptions: LaunchOptions, preferences: object = {}): Promise<Profile> {
  const directory = mkdtempSync(join(tmpdir(), 'offstage-profile-'));
  mkdirSync(join(directory, 'Default'));
  writeFileSync(join(directory, 'Default', 'Preferences'), JSON.stringify(preferences));
  let context = await launch();
  let pid = await browserPid();

  function launch(): Promise<BrowserContext> {
    return chromium.launchPersistentContext(directory, launchOptions);
  }

  async function browserPid(): Promise<number> {
    const session = await context.browser()?.newBrowserCDPSession();
    const { processInfo = [] } = (await session?.send('SystemInfo.getProcessInfo')) ?? {};
    const pid = processInfo.find(({ type }) => type === 'browser')?.id;
    if (pid === undefined) throw new Error('The browser does not say which process it is.');
    return pid;
  }

  return {
    get context() {
      return context;
    },
    async kill() {
      const closed = context.waitForEvent('close');
      process.kill(pid, 'SIGKILL');
      await closed;
    },
    async start() {
      context = await launch();
      pid = await browserPid();
    },
    async dispose() {
      await context.close();
      rmSync(directory, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
