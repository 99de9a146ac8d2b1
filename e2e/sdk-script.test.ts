import { serveHostPage } from './support/host-page.ts';
import { makePlayer, state } from './support/sdk-page.ts';
import { test } from './support/stage.ts';
import { expect } from './support/test.ts';

for (const [how, html] of [
  [
    'before the script tag',
    (src: string) => `<script>${ready}</script><script src="${src}"></script>`,
  ],
  [
    'after the script tag',
    (src: string) => `<script src="${src}"></script><script>${ready}</script>`,
  ],
  ['before a script that the page adds', (src: string) => `<script>${ready};${add(src)}</script>`],
  [
    'in a page that has the script twice',
    (src: string) =>
      `<script src="${src}"></script><script src="${src}"></script><script>${ready}</script>`,
  ],
] as const) {
  test(`onYouTubeIframeAPIReady is called once when it is defined ${how}`, async ({
    page,
    server,
  }) => {
    const host = await serveHostPage(html(`${server.embedOrigin}/iframe_api`));
    await page.goto(host.url);
    await expect.poll(() => page.evaluate(() => window.calls)).toEqual(['api 1']);
    await page.waitForLoadState();
    expect(await page.evaluate(() => window.calls)).toEqual(['api 1']);
    await host.close();
  });
}

const ready =
  'var calls = []; function onYouTubeIframeAPIReady() { calls.push("api " + YT.loaded) }';

const add = (src: string) =>
  `document.head.appendChild(document.createElement("script")).src = "${src}"`;

test('the script and the modules can be required with their integrity, in a page with an embedder policy', async ({
  page,
  server,
}) => {
  const manifest = await (await fetch(`${server.embedOrigin}/sdk/manifest.json`)).json();
  const { url, integrity } = manifest.files['iframe-api'];
  const module = manifest.files['offstage-player'];
  const host = await serveHostPage(
    `<div id="player"></div><offstage-player videoid="offstage002"></offstage-player>
     <script src="${server.embedOrigin}${url}" integrity="${integrity}" crossorigin></script>
     <script type="module" src="${server.embedOrigin}${module.url}" integrity="${module.integrity}" crossorigin></script>`,
    { 'cross-origin-embedder-policy': 'require-corp' },
  );
  await page.goto(host.url);
  const poster = page.locator('offstage-player').locator('img');
  await expect
    .poll(() => poster.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);
  await page.evaluate(() => {
    window.players = [];
    window.reported = [];
  });
  await makePlayer(page, 'player');
  expect(await state(page)).toBe(5);
  await host.close();
});
