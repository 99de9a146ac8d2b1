import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base } from './test.ts';

/** Tests with a server of an empty library, into which other programs write a stream. */
export const test = base.extend<{ mediaDir: string }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright parses this pattern
  mediaDir: async ({}, use) => {
    const mediaDir = mkdtempSync(join(tmpdir(), 'offstage-live-'));
    await use(mediaDir);
    rmSync(mediaDir, { recursive: true, force: true });
  },
  server: async ({ servers, mediaDir }, use) => {
    const server = await servers.start(['--media', mediaDir]);
    await use(server);
    await server.dispose();
  },
});
