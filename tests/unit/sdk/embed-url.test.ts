import { expect, test } from 'vitest';
import { apiUrl, embedUrl } from '../../../sdk/embed-url.ts';

const page = { id: 3, origin: 'https://host.example', href: 'https://host.example/a?user=1#top' };
const host = 'https://player.example';

const parse = (url: string) => {
  const { origin, pathname, searchParams } = new URL(url);
  return { origin, pathname, query: Object.fromEntries(searchParams) };
};

test('a new frame shows the video, and the player gets the page’s origin', () => {
  expect(parse(embedUrl(host, { videoId: 'offstage001' }, page))).toEqual({
    origin: host,
    pathname: '/embed/offstage001',
    query: {
      enablejsapi: '1',
      origin: 'https://host.example',
      widgetid: '3',
      widget_referrer: 'https://host.example/',
    },
  });
});

test('the player variables are passed on, except for empty ones', () => {
  const playerVars = {
    autoplay: 1,
    loop: true,
    fs: false,
    list: 'PL a&b',
    hl: null,
    start: undefined,
  } as const;
  const { query } = parse(embedUrl(host, { videoId: 'offstage001', playerVars }, page));
  expect(query).toMatchObject({ autoplay: '1', loop: '1', fs: '0', list: 'PL a&b' });
  expect(Object.keys(query)).not.toContain('hl');
  expect(Object.keys(query)).not.toContain('start');
});

test('a program cannot override its own origin, id and bridge', () => {
  const playerVars = {
    origin: 'https://wrong.example',
    enablejsapi: 0,
    widgetid: 99,
    widget_referrer: 'mine',
  };
  expect(parse(embedUrl(host, { playerVars }, page)).query).toEqual({
    enablejsapi: '1',
    origin: 'https://host.example',
    widgetid: '3',
    widget_referrer: 'mine',
  });
});

test.each(['https://host.example/a/secret?user=1#top', 'https://ann:word@host.example/secret'])(
  'the player gets the origin of a page at %s, and nothing else of its URL [attack-L3]',
  (href) => {
    const url = embedUrl(host, { videoId: 'x' }, { ...page, href });
    expect(parse(url).query.widget_referrer).toBe('https://host.example/');
    expect(url).not.toMatch(/secret|ann|user/);
  },
);

test('a page with an opaque origin names none, because the player could not answer it', () => {
  const { query } = parse(embedUrl(host, { videoId: 'x' }, { ...page, origin: 'null' }));
  expect(query).not.toHaveProperty('origin');
  expect(query).not.toHaveProperty('widget_referrer');
});

test.each([
  ['https://player.example/', 'https://player.example/embed/a'],
  ['https://player.example/video//', 'https://player.example/video/embed/a'],
  ['//player.example', 'https://player.example/embed/a'],
])('a host may be written as %s', (written, expected) => {
  expect(embedUrl(written, { videoId: 'a' }, page).split('?')[0]).toBe(expected);
});

const plainPage = { ...page, origin: 'http://host.example', href: 'http://host.example/' };

test.each([
  // Not a web host: a frame of it would be blank, or run a script in the page's own name.
  ['', /no host ""/],
  [' ', /no host/],
  ['https://', /no host "https:\/\/"/],
  ['https://player.example:port', /no host/],
  ['http://[::1', /no host/],
  ['javascript:alert(1)//', /no host "javascript:alert\(1\)\/\/"/],
  ['data:text/html,x', /no host/],
  ['file:///srv/player', /no host/],
  ['blob:https://player.example', /no host/],
])('the host %j is an error that names it, with TLS and without', (host, message) => {
  for (const each of [page, plainPage])
    expect(() => embedUrl(host, { videoId: 'a' }, each)).toThrow(message);
});

test.each([5, null, {}, ['https://player.example', 1]])('the host %j is the same error', (host) => {
  expect(() => embedUrl(host as unknown as string, { videoId: 'a' }, page)).toThrow(
    /YT\.Player: no host/,
  );
});

const embedOf = (host: string, from = page) => embedUrl(host, { videoId: 'a' }, from).split('?')[0];

test.each([
  ['http://player.example', 'https://player.example'],
  ['HTTP://Player.Example/', 'https://player.example'],
  ['http://player.example:8080', 'https://player.example:8080'],
  ['http://player.example:443', 'https://player.example'],
  ['http://player.example/video', 'https://player.example/video'],
  ['http:player.example', 'https://player.example'],
  ['//player.example:8443', 'https://player.example:8443'],
  // These only resemble this machine.
  ['http://localhost.example', 'https://localhost.example'],
  ['http://mylocalhost', 'https://mylocalhost'],
  ['http://127.0.0.1.example', 'https://127.0.0.1.example'],
  ['http://127.example', 'https://127.example'],
  ['http://128.0.0.1', 'https://128.0.0.1'],
  ['http://[::2]', 'https://[::2]'],
  ['http://localhost@player.example', 'https://localhost@player.example'],
])('a page with TLS that names %s gets the player with TLS', (host, expected) => {
  expect(embedOf(host)).toBe(`${expected}/embed/a`);
});

test.each([
  ['http://localhost:4000', 'http://localhost:4000'],
  ['http://LOCALHOST', 'http://localhost'],
  ['http://player.localhost', 'http://player.localhost'],
  ['http://127.0.0.1:4000', 'http://127.0.0.1:4000'],
  ['http://127.8.9.1', 'http://127.8.9.1'],
  ['http://127.1', 'http://127.0.0.1'],
  ['http://[::1]:4000', 'http://[::1]:4000'],
  ['http://[0:0:0:0:0:0:0:1]', 'http://[::1]'],
  ['https://localhost', 'https://localhost'],
])('a player on this machine, %s, is requested as it is named', (host, expected) => {
  expect(embedOf(host)).toBe(`${expected}/embed/a`);
});

test.each([
  ['in a sandbox', { origin: 'null' }],
  ['in a srcdoc', { href: 'about:srcdoc' }],
])('a page with TLS %s gets the player with TLS', (_where, more) => {
  expect(embedOf('http://player.example', { ...page, ...more })).toBe(
    'https://player.example/embed/a',
  );
  expect(embedOf('http://player.example', { ...plainPage, ...more })).toBe(
    'http://player.example/embed/a',
  );
});

test.each([
  ['http://player.example:8080', 'http://player.example:8080'],
  ['//player.example', 'http://player.example'],
  ['https://player.example', 'https://player.example'],
])('a page without TLS requests the player as named: %s', (host, expected) => {
  expect(embedOf(host, plainPage)).toBe(`${expected}/embed/a`);
});

test('an id is one segment of the path, whatever it contains', () => {
  expect(parse(embedUrl(host, { videoId: '../x?y#z' }, page)).pathname).toBe(
    '/embed/..%2Fx%3Fy%23z',
  );
});

test('a frame that already has the API keeps its URL, so that it is not reloaded', () => {
  const src = 'https://player.example/embed/offstage001?enablejsapi=1&start=3';
  expect(apiUrl(src, page)).toBe(src);
});

test.each(['', '&enablejsapi=0'])(
  'a frame without the API gets it with the page’s origin ("%s")',
  (more) => {
    expect(
      parse(apiUrl(`https://player.example/embed/offstage001?start=3${more}`, page)).query,
    ).toEqual({
      start: '3',
      enablejsapi: '1',
      origin: 'https://host.example',
      widgetid: '3',
    });
  },
);
