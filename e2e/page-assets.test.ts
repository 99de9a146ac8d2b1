import { configErrors, openWith, plays, serveAssets, test } from './support/open-with-config.ts';
import { expect } from './support/test.ts';

test.describe('assets', () => {
  test.use({ expectedNoise: /404|ERR_FAILED/ });

  test('that fail to load, or are blocked, are reported; the player plays [spec-3.22]', async ({
    page,
    server,
  }) => {
    await page.route(/\/brand\.js$/, (route) => route.fulfill({ status: 404 }));
    await page.route('https://cdn.example/**', (route) => route.abort());
    await openWith(page, server, (config) => ({
      ...config,
      assets: { js: '/brand.js', css: 'javascript:alert(1)' },
      webPlayerContextConfig: { cssUrl: 'https://cdn.example/brand.css' },
    }));
    await plays(page);
    await expect
      .poll(async () => (await configErrors(page, server)).sort())
      .toEqual(['ASSET_FAILED assets.js', 'ASSET_FAILED webPlayerContextConfig.cssUrl']);
  });

  test('of another kind of address are not even requested', async ({ page, server }) => {
    await openWith(page, server, (config) => ({
      ...config,
      assets: { js: 'data:text/javascript,window.evil=1', css: 'http://cdn.example/brand.css' },
    }));
    await plays(page);
    await expect
      .poll(async () => (await configErrors(page, server)).sort())
      .toEqual(['BAD_ASSET_URL assets.css', 'BAD_ASSET_URL assets.js']);
    expect(await page.evaluate(() => 'evil' in window)).toBe(false);
  });

  test('that are loaded already are not loaded again [spec-3.20]', async ({ page, server }) => {
    const asked = await serveAssets(page, '');
    await openWith(
      page,
      server,
      (config) => ({
        ...config,
        args: { ...Object(config.args), jsapicallback: 'onPlayerReady' },
        assets: { js: '/brand.js', css: '/brand.css' },
        loaded: true,
      }),
      (html) =>
        html.replace(
          '<body>',
          '<body><script>function onPlayerReady(id) { window.readyId = id; }</script>',
        ),
    );
    await plays(page);
    await expect
      .poll(() => page.evaluate(() => (window as { readyId?: string }).readyId))
      .toBe('video-player');
    expect(asked).toEqual([]);
  });
});

test.describe('a strict content security policy', () => {
  test.use({ expectedNoise: /Content Security Policy|content security policy|violates/ });

  test('that trusts by nonce allows the provider’s script, and without it the player still plays [spec-3.18]', async ({
    page,
    server,
  }) => {
    await serveAssets(page, 'window.branded = true;');
    const own = `${server.embedOrigin}/assets/`;
    for (const [sources, nonce, isTrusted] of [
      ["'nonce-abc' 'strict-dynamic'", 'abc', true],
      // The page's own script has a nonce, and scripts that it adds get the same one.
      [`'nonce-abc' ${own}`, 'abc', true],
      [own, '', false],
    ] as const) {
      await page.unroute(`${server.embedOrigin}/embed/**`);
      await openWith(
        page,
        server,
        (config) => ({ ...config, assets: { js: '/brand.js' } }),
        (html) =>
          html
            .replace(
              '<head>',
              `<head><meta http-equiv="Content-Security-Policy" content="script-src ${sources}">`,
            )
            .replaceAll('<script type="module"', `<script type="module" nonce="${nonce}"`),
      );
      await plays(page);
      if (isTrusted) await expect.poll(() => page.evaluate(() => 'branded' in window)).toBe(true);
      else await expect.poll(() => configErrors(page, server)).toEqual(['ASSET_FAILED assets.js']);
    }
  });
});
