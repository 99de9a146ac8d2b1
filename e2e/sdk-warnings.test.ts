import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from '@playwright/test';
import { listeningEveryMs } from '../sdk/sdk-limits.ts';
import { holdTimers } from './support/hold-timers.ts';
import { serveHostPage } from './support/host-page.ts';
import type { Server } from './support/server-process.ts';
import { test as base } from './support/stage.ts';
import { test as alone, expect } from './support/test.ts';

const test = base.extend({ expectedNoise: /^warning: Offstage: This page / });

/** In a tab and with a server of its own: no gesture and no setting of another test is there. */
const untouched = alone.extend({ expectedNoise: /^warning: Offstage: The browser / });

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

test('a page whose player answers loads no warnings', async ({ page, server }) => {
  // A player that answers late, on a busy machine, would be a reason to warn.
  await holdTimers(page, listeningEveryMs);
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  const host = await serveHostPage(`<div id="player"></div>
<script src="${server.embedOrigin}/iframe_api"></script>
<script>
  const events = { onReady: () => (document.title = 'ready') };
  YT.ready(() => new YT.Player('player', { videoId: 'offstage001', events }));
</script>`);
  await page.goto(host.url);
  await expect(page).toHaveTitle('ready');
  expect(requests.filter((url) => url.includes('/sdk/warnings'))).toEqual([]);
  await host.close();
});

test('a page without an origin is warned', async ({ page, server }) => {
  const warnings = readWarnings(page);
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
 * A page with two players that play with sound before the viewer has clicked. It prints each
 * refusal, and each run of the warnings' script. Tests evaluate nothing in it: that would count as
 * a gesture.
 */
const playingPage = (server: Server, options: { attributes?: string; listener?: string }) => `
<html ${options.attributes ?? ''}><div id="first"></div><div id="second"></div>
<script src="${server.embedOrigin}/iframe_api"></script>
<script>
  addEventListener('message', ({ data }) => {
    if (JSON.parse(data).event === 'onAutoplayBlocked') console.log('refused');
  });
  new MutationObserver((changes) => {
    // Those about a refusal have its listeners; a player that answers late is another reason.
    for (const { removedNodes } of changes)
      for (const { src, listeners } of removedNodes)
        if (listeners && src.endsWith('/sdk/warnings.js')) console.log('ran');
  }).observe(document.head, { childList: true });
  YT.ready(() => {
    for (const id of ['first', 'second']) {
      const player = new YT.Player(id, { videoId: 'offstage001', playerVars: { autoplay: 1 } });
      ${options.listener ?? ''}
    }
  });
</script>`;

/** @returns what a page with this attribute or listener prints after two refusals */
async function readRefusals(
  page: Page,
  server: Server,
  options: { attributes?: string; listener?: string },
): Promise<string[]> {
  const said: string[] = [];
  page.on('console', (message) => said.push(message.text()));
  const host = await serveHostPage(playingPage(server, options));
  await page.goto(host.url);
  const count = (text: string) => said.filter((each) => each === text).length;
  await expect.poll(() => [count('refused'), count('ran')]).toEqual([2, 2]);
  await host.close();
  return said.filter((text) => text !== 'refused' && text !== 'ran');
}

untouched('a page whose autoplay is refused is warned once', async ({ page, server }) => {
  expect(await readRefusals(page, server, {})).toEqual([
    expect.stringMatching(/^Offstage: The browser has refused.* mute: 1/),
  ]);
});

for (const [what, options] of Object.entries({
  'listens for refused autoplay, though later': {
    listener: "player.addEventListener('onAutoplayBlocked', () => {});",
  },
  'is quiet': { attributes: 'data-offstage-quiet' },
})) {
  untouched(`a page that ${what} is not warned of it`, async ({ page, server }) => {
    expect(await readRefusals(page, server, options)).toEqual([]);
  });
}

untouched(
  'a page that has given a listener at once does not even load the warnings',
  async ({ page, server }) => {
    await holdTimers(page, listeningEveryMs);
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    const said: string[] = [];
    page.on('console', (message) => said.push(message.text()));
    const host = await serveHostPage(`<div id="player"></div>
<script src="${server.embedOrigin}/iframe_api"></script>
<script>
  const events = { onAutoplayBlocked: () => console.log('refused') };
  YT.ready(() => {
    new YT.Player('player', { videoId: 'offstage001', playerVars: { autoplay: 1 }, events });
  });
</script>`);
    await page.goto(host.url);
    await expect.poll(() => said).toEqual(['refused']);
    await host.close();
    expect(requests.filter((url) => url.includes('/sdk/warnings'))).toEqual([]);
  },
);

test.describe('trusted types', () => {
  // The browser's own line.
  test.use({ expectedNoise: /requires 'TrustedScriptURL' assignment/ });

  test('a page that requires them gets no warning, and no exception of the SDK', async ({
    page,
    server,
  }) => {
    const exceptions: string[] = [];
    page.on('pageerror', ({ message }) => exceptions.push(message));
    const violation = page.waitForEvent('console', (message) =>
      message.text().includes('TrustedScriptURL'),
    );
    const host = await serveHostPage(pageWith(server), {
      'content-security-policy': "sandbox allow-scripts; require-trusted-types-for 'script'",
    });
    await page.goto(host.url);
    await violation;
    expect(exceptions).toEqual([]);
    await host.close();
  });
});
