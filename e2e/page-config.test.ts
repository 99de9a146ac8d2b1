import { storedEvents } from './support/intake.ts';
import {
  configErrors,
  openWith,
  player,
  plays,
  problemsOf,
  serveAssets,
  test,
  video,
} from './support/open-with-config.ts';
import { expect } from './support/test.ts';

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
  const reported = [
    'BAD_FIELD args.start',
    'BAD_FIELD attrs.width',
    'BAD_FIELD loaded',
    'BAD_FIELD webPlayerContextConfig.serializedForcedExperimentIds',
    'BAD_CALLBACK args.jsapicallback',
  ];
  await expect.poll(() => configErrors(page, server)).toEqual(reported);
  const problems = (await problemsOf(page)) ?? [];
  expect(problems.map(({ code, field }) => `${code} ${field}`)).toEqual(reported);
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

test('a config without a video plays the video that the address names', async ({
  page,
  server,
}) => {
  await openWith(page, server, () => ({ brand: 'Testube' }));
  await expect(page).toHaveTitle('Lanterns - Testube');
  await plays(page);
});
