import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import type { Server } from './server-process.ts';
import { test as base } from './shared-context.ts';

/** Starts a server with this page config. */
type StartOperated = (pageConfig: object) => Promise<Server>;

export const test = base.extend<{ startOperated: StartOperated }>({
  startOperated: async ({ page, servers }, use) => {
    await using stack = new AsyncDisposableStack();
    await use(async (pageConfig) => {
      const directory = mkdtempSync(join(tmpdir(), 'offstage-e2e-config-'));
      stack.defer(() => rmSync(directory, { recursive: true }));
      const file = join(directory, 'page.json');
      writeFileSync(file, JSON.stringify(pageConfig));
      const server = await servers.start(['--page-config', file]);
      stack.defer(() => server.dispose());
      return server;
    });
    await leave(page);
  },
});

/** Leaves the page, so that it sends no requests to a stopped server. */
export async function leave(page: Page): Promise<void> {
  await page.goto('about:blank');
}
