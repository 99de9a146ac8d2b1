import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium, expect, type LaunchOptions } from '@playwright/test';
import { wholeBrowser } from '../../support/whole-browser.ts';

/** A browser of its own with its data on disk, which may be killed and started again. */
export interface Profile {
  /** Of the browser that runs now. */
  readonly context: BrowserContext;
  /** SIGKILL: every process of it goes at once. */
  kill(): Promise<void>;
  start(): Promise<void>;
  /**
   * Whether the browser that runs now has found a database broken, and has thrown it away, as it
   * says itself. Chromium's LevelDB writes a record in
   * two pieces and goes on behind the half of one; one that is killed between the two loses all
   * databases of the origin when it is
   * started the second time after that, however strictly they were written: once in some hundred
   * kills of a busy browser.
   */
  hasThrownDatabasesAway(): boolean;
  dispose(): Promise<void>;
}

/** @param preferences as Chromium keeps them, for what no switch sets */
export async function openProfile(
  launchOptions: LaunchOptions,
  preferences: object = {},
): Promise<Profile> {
  const directory = mkdtempSync(join(tmpdir(), 'offstage-profile-'));
  mkdirSync(join(directory, 'Default'));
  writeFileSync(join(directory, 'Default', 'Preferences'), JSON.stringify(preferences));
  const logFile = join(directory, 'chromium.log');
  let context = await launch();
  let pid = await browserPid();

  function launch(): Promise<BrowserContext> {
    // Of a browser before it, whatever it said.
    rmSync(logFile, { force: true });
    const args = [...(launchOptions.args ?? []), '--enable-logging', `--log-file=${logFile}`];
    return chromium.launchPersistentContext(directory, { ...launchOptions, ...wholeBrowser, args });
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
      // Its files are locked until it is gone, and the next one shall find them free.
      await expect.poll(() => isAlive(pid)).toBe(false);
    },
    async start() {
      context = await launch();
      pid = await browserPid();
    },
    hasThrownDatabasesAway: () =>
      existsSync(logFile) &&
      readFileSync(logFile, 'utf8').includes(
        'IndexedDB recovering from a corrupted (and deleted) database',
      ),
    async dispose() {
      await context.close();
      rmSync(directory, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
