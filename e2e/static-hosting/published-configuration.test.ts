import { expect } from '../support/test.ts';
import { thorough } from '../support/thorough.ts';
import { test } from './support/static-host.ts';

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
  '',
  '?controls=0',
  '?enablejsapi=1&list=PLoffstageplaylist&listType=playlist&hl=xx&token=secret',
  '?hl=ja&modestbranding=1',
  '?autoplay=1',
  '?autoplay=1&mute=1&playsinline=0&enablejsapi=1',
  '?autoplay=1&start=5&theme=light&ps=gvn&hl=fr',
  '?autoplay=true&runtime=main&video_id=offstage003&jsapicallback=alert&fflags=a%3Db',
];

for (const query of [
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
