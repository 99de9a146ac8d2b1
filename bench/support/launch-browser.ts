import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium } from '@playwright/test';

export interface LaunchedBrowser {
  browser: Browser;
  close(): Promise<void>;
}

/**
 * Launches Chromium like a viewer's: frames on other sites may store data. The contexts of an
 * ordinary launch are incognito windows, which deny it unless the profile allows it. Without
 * storage our queue is in memory, and other loggers find no session.
 */
export async function launchBrowser(moreArgs: readonly string[] = []): Promise<LaunchedBrowser> {
  const profile = mkdtempSync(join(tmpdir(), 'offstage-bench-'));
  mkdirSync(join(profile, 'Default'));
  const preferences = { profile: { block_third_party_cookies: false, cookie_controls_mode: 0 } };
  writeFileSync(join(profile, 'Default/Preferences'), JSON.stringify(preferences));
  const executablePath = process.env.CHROMIUM_PATH;
  const context = await chromium.launchPersistentContext(profile, {
    ...(executablePath ? { executablePath } : {}),
    // Playwright disables the back/forward cache; viewers' browsers have it.
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
    args: ['--no-sandbox', '--site-per-process', ...moreArgs],
  });
  const browser = context.browser();
  if (browser === null) throw new Error('The context has no browser.');
  return {
    browser,
    async close() {
      await context.close();
      rmSync(profile, { recursive: true, force: true });
    },
  };
}
