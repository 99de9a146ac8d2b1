import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium } from '@playwright/test';

export interface LaunchedBrowser {
  browser: Browser;
  close(): Promise<void>;
}

/**
 * Chromium as people have it: frames on other sites may store. The contexts of an ordinary launch are incognito windows, which deny
 * them that unless the profile says otherwise; then our queue is in memory, and others find no session.
 */
export async function launchBrowser(moreArgs: readonly string[] = []): Promise<LaunchedBrowser> {
  const profile = mkdtempSync(join(tmpdir(), 'offstage-bench-'));
  mkdirSync(join(profile, 'Default'));
  const preferences = { profile: { block_third_party_cookies: false, cookie_controls_mode: 0 } };
  writeFileSync(join(profile, 'Default/Preferences'), JSON.stringify(preferences));
  const executablePath = process.env.CHROMIUM_PATH;
  const context = await chromium.launchPersistentContext(profile, {
    ...(executablePath ? { executablePath } : {}),
    // Playwright switches the back/forward cache off; a viewer's browser has it on.
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
