import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium, expect, type LaunchOptions } from '@playwright/test';
import { wholeBrowser } from '../../support/whole-browser.ts';

/** A separate browser with its data on disk, which may be killed and restarted. */
export interface Profile {
  /** Process id of the running browser. */
  readonly context: BrowserContext;
  /** SIGKILL to all of its processes at once. */
  kill(): Promise<void>;
  start(): Promise<void>;
  /**
   * Whether the running browser found a database corrupt and deleted it, according to its own log.
   * Chromium's LevelDB writes a record in two parts, and after a kill between them it appends
   * behind the incomplete one. At the second start after that, it loses all databases of the
   * origin, however strictly they were written. This happens about once in a hundred kills of a
   * busy browser.
   */
  hasThrownDatabasesAway(): boolean;
  dispose(): Promise<void>;
}

/** @param preferences in Chromium's own format, for settings without a switch */
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
    // From an earlier browser.
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
      // Its files stay locked until it has ended; the next browser needs them unlocked.
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
