import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from '@playwright/test';
import { serveHostPage } from './support/host-page.ts';
import type { Server } from './support/server-process.ts';
import { test as base } from './support/stage.ts';
import { expect } from './support/test.ts';

const test = base.extend({ expectedNoise: /^warning: Offstage: This page / });

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
