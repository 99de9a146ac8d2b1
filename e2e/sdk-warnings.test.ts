import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from '@playwright/test';
import { serveHostPage } from './support/host-page.ts';
import type { Server } from './support/server-process.ts';
import { test as base } from './support/stage.ts';
import { expect } from './support/test.ts';

const test = base.extend({ expectedNoise: /^warning: Offstage: (This page|The browser) / });

const pageWith = ({ embedOrigin }: Server) => `<!doctype html><div id="player"></div>
<script src="${embedOrigin}/iframe_api"></script>
<script>YT.ready(() => new YT.Player('player', { videoId: 'offstage001' }))</script>`;

function readWarnings(page: Page): string[] {
  const warnings: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'warning') warnings.push(message.text());
  });
  return warnings;
}

test('a page that is opened as a file is warned once that the player does not answer it', async ({
  page,
  server,
}) => {
  const directory = mkdtempSync(join(tmpdir(), 'offstage-file-'));
  const file = join(directory, 'page.html');
  writeFileSync(file, pageWith(server));
  const warnings = readWarnings(page);
  await page.goto(pathToFileURL(file).href);
  await expect
    .poll(() => warnings)
    .toEqual([
      expect.stringMatching(/^Offstage: This page was opened as a file.* npx http-server/),
    ]);
  rmSync(directory, { recursive: true });
});

test('a page without an origin is warned; a page that plays loads no warnings', async ({
  page,
  server,
}) => {
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  const warnings = readWarnings(page);
  const host = await serveHostPage(pageWith(server));
  await page.goto(host.url);
  await expect(page.frameLocator('iframe').locator('.big-play')).toBeVisible();
  expect(requests.filter((url) => url.includes('/sdk/warnings'))).toEqual([]);
  await host.close();

  const sandboxed = await serveHostPage(pageWith(server), {
    'content-security-policy': 'sandbox allow-scripts',
  });
  await page.goto(sandboxed.url);
  await expect
    .poll(() => warnings)
    .toEqual([expect.stringMatching(/^Offstage: This page has no origin.* allow-same-origin/)]);
  await sandboxed.close();
});

/**
 * A page with two players that play with sound before the viewer has clicked. Tests evaluate
 * nothing in it: that would count as a gesture.
 */
const playingPage = (server: Server, options: { attributes?: string; listener?: string }) => `
<html ${options.attributes ?? ''}><div id="first"></div><div id="second"></div>
<script src="${server.embedOrigin}/iframe_api"></script>
<script>
  YT.ready(() => {
    for (const id of ['first', 'second']) {
      const player = new YT.Player(id, { videoId: 'offstage001', playerVars: { autoplay: 1 } });
      ${options.listener ?? ''}
    }
  });
</script>`;

test('a page whose autoplay is refused is warned once', async ({ page, server }) => {
  const warnings = readWarnings(page);
  const host = await serveHostPage(playingPage(server, {}));
  await page.goto(host.url);
  await expect
    .poll(() => warnings)
    .toEqual([expect.stringMatching(/^Offstage: The browser has refused.* mute: 1/)]);
  await expect(page.frameLocator('#second').locator('.big-play')).toBeVisible();
  await host.close();
  expect(warnings).toHaveLength(1);
});

test('a page that listens for refused autoplay, or is quiet, is not warned', async ({
  page,
  server,
}) => {
  const warnings = readWarnings(page);
  const said: string[] = [];
  page.on('console', (message) => said.push(message.text()));
  const listener = "player.addEventListener('onAutoplayBlocked', () => console.log('refused'));";
  const listening = await serveHostPage(playingPage(server, { listener }));
  await page.goto(listening.url);
  await expect.poll(() => said).toEqual(['refused', 'refused']);
  await listening.close();

  const quiet = await serveHostPage(playingPage(server, { attributes: 'data-offstage-quiet' }));
  const loaded = page.waitForEvent('requestfinished', (request) =>
    request.url().includes('/sdk/warnings-'),
  );
  await page.goto(quiet.url);
  await loaded;
  await expect(page.frameLocator('#second').locator('.big-play')).toBeVisible();
  await quiet.close();
  expect(warnings).toEqual([]);
});
