import type { Frame, Page } from '@playwright/test';
import { serveHostPage } from '../support/host-page.ts';
import { type StoredEvent, storedEvents } from '../support/intake.ts';
import { reachFor } from '../support/reach-for.ts';
import { reportedErrors } from '../support/telemetry.ts';
import { expect } from '../support/test.ts';
import { thorough } from '../support/thorough.ts';
import { test as alone } from './support/own-static-host.ts';
import { test } from './support/static-host.ts';

const frameOf = (page: Page): Frame => {
  const frame = page.frames()[1];
  if (frame === undefined) throw new Error('the host page has no frame');
  return frame;
};

const seqOf = ({ seq }: StoredEvent) => seq;

for (const [videoId, packaging, mark] of [
  ['offstage002', 'MP4', thorough],
  ['offstage001', 'HLS', {}],
  ['offstage003', 'DASH', {}],
] as const) {
  test(
    `a published page plays ${packaging}, obeys its host, and delivers every event once, including the last`,
    mark,
    async ({ page, server, pages, openRawHost }) => {
      const asked: string[] = [];
      page.on('request', (request) => asked.push(request.url()));
      const host = await openRawHost(`/embed/${videoId}?enablejsapi=1&mute=1`);
      await host.command('playVideo');
      await host.untilInfo('playerState', 1);
      await host.command('seekTo', 10, true);
      await expect.poll(async () => Number((await host.info()).currentTime)).toBeGreaterThan(10);
      await host.command('pauseVideo');
      await host.untilInfo('playerState', 2);

      // Everything of the page comes from its host, and everything of the video from the server.
      const origins = new Set(
        asked
          .filter((url) => /^http/.test(url) && !url.startsWith('http://127.0.0.1'))
          .map((url) => new URL(url).origin),
      );
      expect([...origins].toSorted()).toEqual([server.embedOrigin, pages.origin].toSorted());
      const paths = (origin: string) =>
        asked
          .filter((url) => url.startsWith(`${origin}/`))
          .map((url) => new URL(url).pathname.split('/')[1]);
      expect(new Set(paths(pages.origin))).toEqual(new Set(['embed', 'assets']));
      expect(paths(server.embedOrigin)).toContain('media');

      const frame = frameOf(page);
      await frame.evaluate(() => window.offstage.flush());
      await frame.evaluate((id) => window.offstage.log('the_last_one', { id }), videoId);
      const { created } = await frame.evaluate(() => window.offstage.accounting());
      await page.goto('about:blank');
      const lastOnes = async () =>
        (await storedEvents(server)).filter(
          ({ name, payload }) => name === 'the_last_one' && payload.id === videoId,
        );
      await expect.poll(lastOnes).toHaveLength(1);
      const [last] = await lastOnes();
      const events = (await storedEvents(server)).filter(({ sid }) => sid === last?.sid);
      expect(new Set(events.map(seqOf)).size).toBe(events.length);
      expect(events.length).toBeGreaterThanOrEqual(created);
    },
  );
}

test('captions, the storyboard and the next video come from the server, and the console stays clean', async ({
  page,
  server,
  pages,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.goto(
    `${pages.origin}/embed/offstage001?mute=1&cc_load_policy=1&cc_lang_pref=en&hl=en`,
  );
  await page.locator('.big-play').click();
  await expect(page.locator('.captions p').first()).not.toBeEmpty();
  await reachFor(page);
  await page.locator('.seek').hover();
  await expect(page.locator('.preview')).toBeVisible();
  await expect
    .poll(() => asked)
    .toContain(`${server.embedOrigin}/media/offstage001.storyboard.jpg`);
});

test('a video loaded by the host is requested from the API, and its addresses are the server’s', async ({
  page,
  server,
  openRawHost,
}) => {
  const host = await openRawHost('/embed/offstage001?enablejsapi=1&mute=1');
  await host.command('loadVideoById', 'offstage002');
  await host.untilInfo('playerState', 1);
  await host.untilInfo('duration', expect.closeTo(32, 0));
  const source = await frameOf(page).evaluate(() => document.querySelector('video')?.currentSrc);
  expect(source).toBe(`${server.embedOrigin}/media/offstage002.mp4`);
});

for (const runtime of ['worker', 'main'] as const)
  test(
    `a published page’s calls send the cookies of the API that it names, which allows no other page (runtime=${runtime}) [spec-7.4]`,
    runtime === 'main' ? thorough : {},
    async ({ page, server, pages }) => {
      const cookie = {
        name: 'session',
        value: 'ann',
        domain: new URL(server.embedOrigin).hostname,
        path: '/',
      };
      await page.context().addCookies([{ ...cookie, secure: true, sameSite: 'None' }]);
      const list = 'playlist=offstage002,offstage001&autoplay=1&mute=1';
      await page.goto(`${pages.origin}/embed/offstage001?${list}&runtime=${runtime}`);
      const [call] = await Promise.all([
        page.context().waitForEvent('request', (one) => one.url().endsWith('/v1/player?alt=json')),
        page.keyboard.press('Shift+N'),
      ]);
      expect((await call.allHeaders()).cookie).toContain('session=ann');
      const headers = await (await call.response())?.allHeaders();
      expect(headers).toMatchObject({
        'access-control-allow-origin': pages.origin,
        'access-control-allow-credentials': 'true',
      });
      await expect(page).toHaveTitle('Lanterns - Offstage');
      await page.context().clearCookies();
    },
  );

test('without scripts a published page names its video, and links to the server’s page of it', async ({
  browser,
  server,
  pages,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${pages.origin}/embed/offstage001`);
  const title = page.getByRole('link', { name: 'Four Lights' });
  await expect(title).toBeVisible();
  await expect(title).toHaveAttribute('href', `${server.embedOrigin}/watch/offstage001`);
  await expect(page.getByText('Offstage', { exact: true })).toBeVisible();
  await expect(page.getByRole('time')).toHaveText('1:04');
  await context.close();
});

test('a live stream on the generic page gets its title from the API', async ({ page, pages }) => {
  await page.goto(`${pages.origin}/embed/offstage004?hl=ja`);
  await expect(page.locator('.waiting')).toHaveText('Around the ClockOffstageライブ');
});

test('a page reads its own address: start, sound, theme, language and the switch for hosts', async ({
  page,
  pages,
}) => {
  await page.goto(`${pages.origin}/embed/offstage002?autoplay=1&mute=1&start=12&theme=light&hl=de`);
  const video = page.locator('video');
  await expect
    .poll(() => video.evaluate((element: HTMLVideoElement) => element.currentTime))
    .toBeGreaterThan(12);
  expect(await video.evaluate((element: HTMLVideoElement) => element.muted)).toBe(true);
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');

  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto(`${pages.origin}/embed/offstage002.html?hl=ar`);
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  await expect(page.locator('.big-play')).toHaveAttribute('aria-label', 'تشغيل');
  await page.evaluate(() => window.offstage.ready);
  // A page that waits for its viewer fetches its poster and no media.
  expect(asked.filter((path) => path.startsWith('/media/'))).toEqual(['/media/offstage002.jpg']);
});

test('a page obeys only the host that its address names', async ({ openRawHost }) => {
  const host = await openRawHost(
    '/embed/offstage002?enablejsapi=1&mute=1&origin=https://other.example',
    {
      listen: false,
    },
  );
  await host.listen(1);
  await host.command('playVideo');
  await expect
    .poll(() => frameOf(host.page).evaluate(() => window.offstage.diagnose()?.host.refusals))
    .toMatchObject(expect.any(Object));
  await expect
    .poll(() =>
      frameOf(host.page).evaluate(() =>
        Object.values(window.offstage.diagnose()?.host.refusals ?? {}).reduce(
          (sum, count) => sum + Number(count),
          0,
        ),
      ),
    )
    .toBeGreaterThan(0);
  expect(await host.values('onReady')).toEqual([]);
});

test('playlists play, both with the page’s own video in the list and without a first video', async ({
  openRawHost,
}) => {
  const own = await openRawHost('/embed/offstage002?enablejsapi=1&mute=1&list=PLoffstageplaylist');
  await own.untilInfo('playlist', ['offstage001', 'offstage002', 'offstage003']);
  await own.untilInfo('playlistIndex', 1);
  const listed = await openRawHost(
    '/embed/videoseries?enablejsapi=1&mute=1&list=PLoffstageplaylist',
  );
  await listed.untilInfo('playlist', ['offstage001', 'offstage002', 'offstage003']);
  await listed.command('playVideo');
  await listed.untilInfo('playerState', 1);
});

test('a video without its own page is requested from the API; an invalid video shows an error', async ({
  openRawHost,
}) => {
  const live = await openRawHost('/embed/offstage004?enablejsapi=1&mute=1');
  await live.command('playVideo');
  await live.untilInfo('playerState', 1);
  const none = await openRawHost('/embed/nothing0000?enablejsapi=1');
  await expect.poll(() => none.values('onError')).toEqual([100]);
});

test.describe('an error of the page', () => {
  test.use({ expectedNoise: /a mistake on a published page/ });

  test('is reported to the server', async ({ page, server, pages }) => {
    await page.goto(`${pages.origin}/embed/offstage002`);
    await page.evaluate(() => window.offstage.ready);
    await page.evaluate(() => {
      setTimeout(() => {
        throw new Error('a mistake on a published page');
      });
    });
    await expect
      .poll(async () => (await reportedErrors(server)).map(({ message }) => message))
      .toContainEqual(expect.stringContaining('a mistake on a published page'));
  });
});

test('in a sandboxed frame without an origin a published page plays, and its events arrive', async ({
  page,
  server,
  pages,
}) => {
  const hostPage = await serveHostPage(
    `<iframe sandbox="allow-scripts" allow="autoplay" src="${pages.origin}/embed/offstage002?autoplay=1&mute=1"></iframe>`,
  );
  await page.goto(hostPage.url);
  const video = page.frameLocator('iframe').locator('video');
  await expect
    .poll(() => video.evaluate((element: HTMLVideoElement) => element.currentTime))
    .toBeGreaterThan(0);
  await frameOf(page).evaluate(() =>
    window.offstage.log('from_a_sandbox', {}, { tier: 'immediate' }),
  );
  await expect
    .poll(async () => (await storedEvents(server)).map(({ name }) => name))
    .toContain('from_a_sandbox');
  await hostPage.close();
});

alone.describe('a server that allows other pages', () => {
  alone.use({
    serverArgs: ['--page-origin', 'https://other.example'],
    expectedNoise: /status of 403/,
  });

  alone(
    'still plays the video, the events wait, and both sides read the cause and the fix',
    async ({ page, serverProcess, pages, openRawHost }) => {
      const host = await openRawHost('/embed/offstage002?enablejsapi=1&mute=1');
      await host.command('playVideo');
      await host.untilInfo('playerState', 1);
      await frameOf(page).evaluate(() => window.offstage.flush());
      const sentence = `This server does not accept calls from pages of ${pages.origin}: if the player's pages are hosted there, start it with --page-origin ${pages.origin}.`;
      await expect
        .poll(() =>
          frameOf(page).evaluate(() => window.offstage.diagnose()?.services.sendingFailure),
        )
        .toBe(sentence);
      await expect
        .poll(() =>
          frameOf(page).evaluate(() => JSON.stringify(window.offstage.diagnose()?.denied)),
        )
        .toContain(`--page-origin ${pages.origin}`);
      const { created, queued } = await frameOf(page).evaluate(() => window.offstage.accounting());
      expect(queued).toBe(created);
      expect(await storedEvents(serverProcess)).toEqual([]);
      expect(serverProcess.output()).toContain(`A page’s API call was refused. ${sentence}`);
    },
  );
});

alone.describe('a server without allowed pages', () => {
  // Browsers warn about visitor ids, which are for pages with an origin.
  alone.use({ serverArgs: [], expectedNoise: /visitor_id|ERR_FAILED/ });

  alone(
    'serves media and receives events, without visitor ids',
    async ({ page, server, openRawHost }) => {
      const host = await openRawHost('/embed/offstage001?enablejsapi=1&mute=1');
      await host.command('playVideo');
      await host.untilInfo('playerState', 1);
      await frameOf(page).evaluate(() => window.offstage.flush());
      await expect.poll(async () => (await storedEvents(server)).length).toBeGreaterThan(0);
      const ids = (await storedEvents(server)).map(({ context }) => context.client?.visitorId);
      expect(new Set(ids)).toEqual(new Set([undefined]));
    },
  );
});

alone.describe('videos that only some pages may embed', () => {
  const embedDomains = ['--embed-domains', '127.0.0.1:*'];
  alone.use({
    serverArgs: ['--page-origin', 'PAGES', ...embedDomains],
    publishArgs: embedDomains,
    expectedNoise: /frame-ancestors/,
  });

  alone(
    'play in these, and browsers block them in others',
    async ({ page, pages, openRawHost }) => {
      const host = await openRawHost('/embed/offstage002?enablejsapi=1&mute=1');
      await host.command('playVideo');
      await host.untilInfo('playerState', 1);
      for (const path of ['/embed/offstage002', '/embed/offstage002.html', '/embed/offstage002/']) {
        const other = await serveHostPage(`<iframe src="${pages.origin}${path}"></iframe>`);
        await page.goto(other.url.replace('127.0.0.1', 'localhost'));
        await expect.poll(() => page.frames().at(-1)?.url() ?? '', path).toMatch(/^chrome-error:/);
        await other.close();
      }
    },
  );
});

alone.describe('an unreachable server', () => {
  alone.use({ expectedNoise: /ERR_CONNECTION_REFUSED|Failed to load resource|ERR_/ });

  alone(
    'receives every event once after it returns; meanwhile the page shows the problem',
    async ({ page, serverProcess: server, pages }) => {
      await server.stop();
      await page.goto(`${pages.origin}/embed/offstage002?mute=1`);
      await page.locator('.big-play').click();
      await page.evaluate(() => window.offstage.log('while_away', {}, { tier: 'immediate' }));
      await expect
        .poll(() => page.evaluate(() => JSON.stringify(window.offstage.diagnose()?.denied)))
        .toContain(`The API at ${server.embedOrigin} does not answer this page`);
      await server.restart();
      await page.evaluate(() => window.offstage.flush());
      await expect
        .poll(
          async () =>
            (await storedEvents(server)).filter(({ name }) => name === 'while_away').length,
        )
        .toBe(1);
      const events = await storedEvents(server);
      expect(new Set(events.map(({ sid, seq }) => `${sid} ${seq}`)).size).toBe(events.length);
    },
  );
});

test('nginx with the published configuration sends the headers of the server’s own table [threat-published-headers]', async ({
  server,
  pages,
}) => {
  const { port } = new URL(pages.origin);
  const at = (path: string) => fetch(`http://127.0.0.1:${port}${path}`, { redirect: 'manual' });
  for (const path of [
    '/embed/offstage002',
    '/embed/offstage002.html',
    '/embed/videoseries',
    '/embed/nothing0000',
  ]) {
    const reply = await at(path);
    expect(reply.status, path).toBe(200);
    expect(reply.headers.get('content-type'), path).toBe('text/html; charset=utf-8');
    expect(reply.headers.get('cache-control'), path).toBe('no-cache');
    expect(reply.headers.get('cross-origin-embedder-policy'), path).toBe('credentialless');
    const policy = reply.headers.get('content-security-policy') ?? '';
    expect(policy, path).toContain(
      `connect-src 'self' http://player.localhost:${port} ${server.embedOrigin};`,
    );
    expect(policy, path).not.toMatch(/unsafe-(inline|eval)/);
  }
  const html = await (await at('/embed/offstage002')).text();
  const asset = /src="(\/assets\/[^"]+)"/.exec(html)?.[1] ?? '';
  const script = await fetch(`http://127.0.0.1:${port}${asset}`, {
    headers: { 'Accept-Encoding': 'gzip' },
  });
  expect(Object.fromEntries(script.headers)).toMatchObject({
    'access-control-allow-origin': '*',
    'cache-control': 'public, max-age=31536000, immutable',
    'content-encoding': 'gzip',
    'content-type': 'text/javascript; charset=utf-8',
  });
  expect((await at('/iframe_api')).headers.get('content-type')).toBe(
    'text/javascript; charset=utf-8',
  );
  expect((await at('/v/offstage002?start=3')).headers.get('location')).toMatch(
    /\/embed\/offstage002\?start=3$/,
  );
  expect((await at('/poster/offstage002')).headers.get('location')).toBe(
    `${server.embedOrigin}/poster/offstage002`,
  );
  for (const path of ['/nginx.conf', '/_headers', '/.offstage', '/none'])
    expect((await at(path)).status, path).toBe(404);
});

const thoroughQueries = [
  '?autoplay=1',
  '?autoplay=1&mute=1&playsinline=0&enablejsapi=1',
  '?autoplay=1&start=5&theme=light&ps=gvn&hl=fr',
  '?autoplay=true&runtime=main&video_id=offstage003&jsapicallback=alert&fflags=a%3Db',
];

for (const query of [
  '',
  '?hl=ja&modestbranding=1',
  '?controls=0',
  '?enablejsapi=1&list=PLoffstageplaylist&listType=playlist&hl=xx&token=secret',
  `?x=</script><img src=x>&hl="><b>&theme=light"x&list=__proto__&listType=user_uploads&${'long'.repeat(50)}=1&y=${'z'.repeat(5_000)}`,
  ...thoroughQueries,
]) {
  test(
    `before its script has loaded, a published page equals the server’s page for "${query.slice(0, 100)}"`,
    thoroughQueries.includes(query) ? thorough : {},
    async ({ page, server, pages }) => {
      // The page's own script never loads.
      await page.route('**/assets/page-*.js', (route) =>
        route.fulfill({ contentType: 'text/javascript', body: '' }),
      );
      for (const videoId of ['offstage001', 'offstage002']) {
        const shells = [];
        for (const origin of [server.embedOrigin, pages.origin]) {
          await page.goto(`${origin}/embed/${videoId}${query}`);
          shells.push(await page.evaluate(readShell));
        }
        const [served, published] = shells;
        const inServersWords = (value: unknown) =>
          JSON.parse(JSON.stringify(value).replaceAll(`"${server.embedOrigin}/`, '"/'));
        expect(inServersWords(published)).toEqual(served);
      }
    },
  );
}

/** A page without its script. Attributes by name, because their order does not matter. */
function readShell() {
  const attributesOf = (element: Element | null) =>
    Object.fromEntries(
      [...(element?.attributes ?? [])].map(({ name, value }) => [name, value]).toSorted(),
    );
  const config = JSON.parse(document.getElementById('page-config')?.textContent ?? '');
  const { watchUrl: _, ...videoDetails } = config.playerResponse.videoDetails;
  // Commands are temporary: their tokens expire, and files omit them.
  const { commands: ____, related, ...response } = config.playerResponse;
  const { apiOrigin: __, api: ___, ...rest } = config;
  return {
    html: attributesOf(document.documentElement),
    video: attributesOf(document.querySelector('video')),
    isMuted: document.querySelector('video')?.muted,
    // Published pages also have the address of the server's page of the video.
    waiting: document.querySelector('.waiting')?.outerHTML.replace(/<\/?a\b[^>]*>/g, ''),
    label: document.querySelector('.big-play')?.getAttribute('aria-label'),
    links: [...document.querySelectorAll('link[rel="modulepreload"]')]
      .map((link) => link.getAttribute('href'))
      .toSorted(),
    title: document.title,
    config: {
      ...rest,
      playerResponse: {
        ...response,
        videoDetails,
        related: related.map(({ notInterested: _, ...video }: Record<string, unknown>) => video),
      },
    },
  };
}
