import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { storedEvents } from './support/intake.ts';
import type { Server } from './support/server-process.ts';
import { test as base } from './support/shared-page.ts';
import { expect } from './support/test.ts';

const video = 'offstage002';

/** The operator's file: `--page-config`. */
const operatorsFile = {
  args: { jsapicallback: 'provider.playerReady', color: 'white' },
  api: { enableSafetyMode: true },
  assets: { css: '/brand.css' },
  webPlayerContextConfig: {
    jsUrl: '/brand.js',
    serializedExperimentFlags: 'shorts_force_dark_theme=true&brand_new=2',
    serializedForcedExperimentIds: '12,34',
  },
};

const test = base.extend<{ operated: Server }>({
  operated: async ({ page, servers }, use) => {
    const directory = mkdtempSync(join(tmpdir(), 'offstage-e2e-config-'));
    const file = join(directory, 'page.json');
    writeFileSync(file, JSON.stringify(operatorsFile));
    const server = await servers.start([
      '--page-config',
      file,
      '--logged-in-header',
      'X-Forwarded-User',
    ]);
    await use(server);
    // Leave the page first, so that it sends no requests to a stopped server.
    await page.goto('about:blank');
    await server.dispose();
    rmSync(directory, { recursive: true });
  },
});

/** The page with another config, and optionally another body, as a provider would write it. */
async function openWith(
  page: Page,
  { embedOrigin }: Server,
  change: (config: Record<string, unknown>) => unknown,
  changeHtml = (html: string) => html,
): Promise<void> {
  await page.route(`${embedOrigin}/embed/**`, async (route) => {
    const response = await route.fetch();
    const html = (await response.text()).replace(/(id="page-config">)([^<]*)/, (_, tag, json) => {
      return tag + JSON.stringify(change(JSON.parse(json)));
    });
    // A page of a provider's own server, without our policy.
    const { 'content-security-policy': _, ...headers } = response.headers();
    await route.fulfill({ response, headers, body: changeHtml(html) });
  });
  await page.goto(`${embedOrigin}/embed/${video}`);
}

/** A provider's script and style, served from the page's own origin. */
async function serveAssets(page: Page, script: string): Promise<string[]> {
  const asked: string[] = [];
  await page.route(/\/brand\.(js|css)$/, (route) => {
    const path = new URL(route.request().url()).pathname;
    asked.push(path);
    return route.fulfill(
      path.endsWith('.js')
        ? { contentType: 'text/javascript', body: script }
        : { contentType: 'text/css', body: 'body { --brand: 1 }' },
    );
  });
  return asked;
}

const player = (page: Page) => page.locator('.player');
const problemsOf = (page: Page) => page.evaluate(() => window.offstage.diagnose()?.configProblems);

async function configErrors(page: Page, server: Server) {
  await page.evaluate(() => window.offstage.flush());
  const errors = (await storedEvents(server)).filter(({ name }) => name === 'config_error');
  return errors.map(({ payload }) => `${payload.code} ${payload.field}`);
}

async function plays(page: Page): Promise<void> {
  // Before that only the shell's inline script receives clicks, and some of these policies block
  // it.
  await expect(player(page)).not.toHaveAttribute('data-state', 'unstarted');
  await page.locator('.big-play').click();
  await expect(player(page)).toHaveAttribute('data-state', 'playing');
}

test('the operator’s file adds style, script and callback to every page, once each [spec-3.1, spec-3.13, spec-3.19, spec-3.21]', async ({
  page,
  operated,
}) => {
  const asked = await serveAssets(
    page,
    `const calls = [];
     window.provider = { calls, playerReady(id, embed) { calls.push([id, this === window.provider, embed === window.offstage]); } };`,
  );
  await page.goto(`${operated.embedOrigin}/embed/${video}?color=red&jsapicallback=alert`);
  await expect
    .poll(() =>
      page.evaluate(() => (window as { provider?: { calls: unknown[] } }).provider?.calls),
    )
    .toEqual([['video-player', true, true]]);
  await expect(page.locator('html')).toHaveAttribute('data-color', 'red');
  await expect(page.locator('body')).toHaveCSS('--brand', '1');
  await plays(page);
  expect(asked.sort()).toEqual(['/brand.css', '/brand.js']);
  expect(await problemsOf(page)).toEqual([]);
});

test('experiments are sent with events and API calls, and their flags take effect [spec-3.23, spec-3.24, spec-6.3]', async ({
  page,
  operated,
}) => {
  await serveAssets(page, 'window.provider = { playerReady() {} };');
  const called = page
    .context()
    .waitForEvent('request', (request) => request.url().includes('/subscribe'));
  await page.goto(
    `${operated.embedOrigin}/shorts/${video}?theme=light&fflags=mine%3Dyes%26brand_new%3D1`,
  );
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.evaluate(() => window.offstage.api('subscribe', { channelIds: ['UCone'] }));
  expect((await called).postDataJSON().context).toMatchObject({
    client: { experimentIds: [12, 34] },
    user: { enableSafetyMode: true, lockedSafetyMode: false },
    request: {
      internalExperimentFlags: [
        { key: 'mine', value: 'yes' },
        { key: 'brand_new', value: '2' },
        { key: 'shorts_force_dark_theme', value: 'true' },
      ],
    },
  });
  await page.evaluate(() => window.offstage.flush());
  const events = await storedEvents(operated);
  expect(events.length).toBeGreaterThan(0);
  for (const { context } of events)
    expect(context).toMatchObject({ client: { experimentIds: [12, 34] } });
  expect(events.find(({ name }) => name === 'embed_loaded')?.payload.flags).toEqual({
    mine: 'yes',
    brand_new: '2',
    shorts_force_dark_theme: 'true',
  });
});

for (const [user, isLoggedIn] of [
  ['lovelace', 'true'],
  ['', 'false'],
] as const) {
  test(`a visitor whom the proxy names "${user}" is signed in for the API: ${isLoggedIn}`, async ({
    page,
    operated,
  }) => {
    await serveAssets(page, 'window.provider = { playerReady() {} };');
    // A proxy in front of the server adds this header.
    await page.route(`${operated.embedOrigin}/embed/**`, (route) =>
      route.continue({ headers: { ...route.request().headers(), 'X-Forwarded-User': user } }),
    );
    const called = page
      .context()
      .waitForEvent('request', (request) => request.url().includes('/subscribe'));
    await page.goto(`${operated.embedOrigin}/embed/${video}`);
    await page.evaluate(() => window.offstage.api('subscribe', { channelIds: ['UCone'] }));
    expect((await called).headers()).toMatchObject({ 'x-bootstrap-logged-in': isLoggedIn });
  });
}

test('a config with malformed fields plays with the others, and each malformed field is reported [spec-3.1, spec-3.16, spec-3.17]', async ({
  page,
  server,
}) => {
  await openWith(page, server, (config) => ({
    ...config,
    args: { ...Object(config.args), start: null, jsapicallback: 'window.missing' },
    attrs: { id: 'my-player', width: 'wide', height: '50%' },
    loaded: 'no',
    webPlayerContextConfig: {
      serializedForcedExperimentIds: 'abc',
      serializedExperimentFlags: '%&%=%',
    },
    nobodyKnows: 1,
  }));
  await expect(player(page)).toHaveAttribute('id', 'my-player');
  await expect(player(page)).toHaveCSS('width', `${page.viewportSize()?.width}px`);
  await expect(player(page)).toHaveCSS('height', `${(page.viewportSize()?.height ?? 0) / 2}px`);
  await plays(page);
  const told = [
    'BAD_FIELD args.start',
    'BAD_FIELD attrs.width',
    'BAD_FIELD loaded',
    'BAD_FIELD webPlayerContextConfig.serializedForcedExperimentIds',
    'BAD_CALLBACK args.jsapicallback',
  ];
  await expect.poll(() => configErrors(page, server)).toEqual(told);
  const problems = (await problemsOf(page)) ?? [];
  expect(problems.map(({ code, field }) => `${code} ${field}`)).toEqual(told);
  expect(problems[1]?.message).toContain('Use CSS pixels or a length');
});

test('a callback that throws is the provider’s error, and the player plays', async ({
  browser,
  server,
}) => {
  const page = await browser.newPage();
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  await openWith(
    page,
    server,
    (config) => ({ ...config, args: { ...Object(config.args), jsapicallback: 'onPlayerReady' } }),
    (html) =>
      html.replace(
        '<body>',
        '<body><script>function onPlayerReady() { throw new Error("mine"); }</script>',
      ),
  );
  await plays(page);
  await expect.poll(() => errors).toEqual(['mine']);
  expect(await problemsOf(page)).toEqual([]);
  await page.close();
});

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

test.describe('rootElementId', () => {
  const withRoot = (rootElementId: string) => (config: Record<string, unknown>) => ({
    ...config,
    webPlayerContextConfig: { rootElementId },
  });
  const withoutShell = (place: string) => (html: string) =>
    html.replace(/<body>[\s\S]*<\/body>/, `<body>${place}</body>`);

  test('names an empty element in which the player is mounted [spec-3.2]', async ({
    page,
    server,
  }) => {
    const place = '<div id="stage" style="width:320px;height:180px"></div>';
    await openWith(page, server, withRoot('stage'), withoutShell(place));
    await expect(page.locator('#stage > #video-player')).toHaveCSS('width', '320px');
    await plays(page);
    await expect(page.locator('.bar')).toBeAttached();
    expect(await problemsOf(page)).toEqual([]);
  });

  test('names the player among several', async ({ page, server }) => {
    await openWith(page, server, withRoot('stage'), (html) =>
      html
        .replace(/<body>/, '<body><div class="player decoy"></div><div id="stage">')
        .replace('</body>', '</div></body>'),
    );
    await expect(page.locator('#stage .player')).toHaveAttribute('data-state', 'cued');
  });

  test('that matches no element is reported, and the page’s own player is used', async ({
    page,
    server,
  }) => {
    await openWith(page, server, withRoot('nowhere'));
    await expect(player(page)).toHaveAttribute('data-state', 'cued');
    await plays(page);
    await expect
      .poll(() => configErrors(page, server))
      .toEqual(['NO_ELEMENT webPlayerContextConfig.rootElementId']);
  });

  test.describe('on a page without a player element', () => {
    test.use({ expectedNoise: /There is no element for the player/ });

    test('is also requested on the console', async ({ page, server }) => {
      const said = page.waitForEvent('pageerror');
      await openWith(page, server, (config) => config, withoutShell('<p>Nothing here.</p>'));
      expect((await said).message).toContain('use the id of an existing one');
      await expect
        .poll(() => configErrors(page, server))
        .toEqual(['NO_ELEMENT webPlayerContextConfig.rootElementId']);
    });
  });
});

test('a config without a video plays the video that the address names', async ({
  page,
  server,
}) => {
  await openWith(page, server, () => ({ brand: 'Testube' }));
  await expect(page).toHaveTitle('Lanterns - Testube');
  await plays(page);
});
