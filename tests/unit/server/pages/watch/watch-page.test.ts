import { createHash } from 'node:crypto';
import { parse } from 'parse5';
import { describe, expect, test } from 'vitest';
import { makeEmbedToken } from '../../../../../server/access/guard/embed-token.js';
import { isoDuration } from '../../../../../server/pages/watch/video-times.ts';
import { formatTime } from '../../../../../shared/player/format-time.ts';
import { languages } from '../../../../../shared/player/languages.ts';
import { bundledMediaDir, sampleMp4 } from '../../support/media-samples.ts';
import { rawRequest } from '../../support/raw-request.ts';
import { startTestServer } from '../../support/start-test-server.ts';
import { tempDirectory } from '../../support/temp-directory.ts';
import { testKey as signingKey } from '../../support/test-guard.ts';

const evil = `</title></script></style><script>alert(1)</script><img src=x onerror=alert(1)>" onload="alert(1)' &lt;`;
const files = {
  'tall.mp4': sampleMp4,
  'tall.jpg': 'x',
  'tall.json': JSON.stringify({
    id: 'video000001',
    title: 'Tall & thin',
    author: 'Ann',
    description: 'One.\n\nTwo.',
    uploadDate: '2026-05-01',
    chapters: [
      { startSeconds: 20.5, title: 'Second' },
      { startSeconds: 0, title: 'First' },
    ],
  }),
  'evil.mp4': sampleMp4,
  'evil.json': JSON.stringify({
    id: 'video000002',
    title: evil,
    author: evil,
    description: evil,
    channel: { id: 'c', name: evil, url: `https://c.example/"><script>alert(1)</script>` },
    chapters: [{ startSeconds: 1, title: evil }],
  }),
  'secret.mp4': sampleMp4,
  'secret.jpg': 'x',
  'secret.json': JSON.stringify({
    id: 'private0001',
    title: 'Merger',
    description: 'Merger',
    private: true,
  }),
  'some.mp4': sampleMp4,
  'some.json': JSON.stringify({ id: 'restricted1', title: 'Some', embedDomains: ['example.com'] }),
  'plain.mp4': sampleMp4,
  'plain.json': JSON.stringify({ id: 'video000003' }),
  'playlists.json': '{"PLx":{"title":"X","videos":["video000001"]}}',
};
const start = (changes: Parameters<typeof startTestServer>[0] = {}) =>
  startTestServer({ mediaDir: tempDirectory(files), signingKey, ...changes });

interface Element {
  name: string;
  attributes: Record<string, string>;
  text: string;
}

/** The page's elements as a browser sees them, in order. */
function elementsOf(html: string): Element[] {
  type Node = {
    nodeName: string;
    value?: string;
    attrs?: { name: string; value: string }[];
    childNodes?: Node[];
  };
  const textOf = ({ value = '', childNodes = [] }: Node): string =>
    value + childNodes.map(textOf).join('');
  const found: Element[] = [];
  const walk = (node: Node): void => {
    if (node.attrs)
      found.push({
        name: node.nodeName,
        attributes: Object.fromEntries(node.attrs.map(({ name, value }) => [name, value])),
        text: textOf(node),
      });
    for (const child of node.childNodes ?? []) walk(child);
  };
  walk(parse(html) as unknown as Node);
  return found;
}

async function open(origin: string, path: string, headers: Record<string, string> = {}) {
  const reply = await rawRequest(origin, path, { headers });
  const elements = elementsOf(reply.body);
  const named = (name: string) => elements.filter((element) => element.name === name);
  const metas = Object.fromEntries(
    named('meta').flatMap(({ attributes: { name, property, content = '' } }) => {
      const key = property ?? name;
      return key === undefined ? [] : [[key, content]];
    }),
  );
  const json = named('script').find(
    ({ attributes }) => attributes.type === 'application/ld+json',
  )?.text;
  return {
    ...reply,
    elements,
    named,
    metas,
    links: Object.fromEntries(
      named('link').map(({ attributes: { rel, type, href } }) => [type ?? rel, href]),
    ),
    object: json === undefined ? null : JSON.parse(json),
    frame: named('iframe')[0]?.attributes,
  };
}

test('a video’s page has the player in a frame of its own server, and describes the video', async () => {
  const { embed } = await start();
  const { status, headers, named, frame, elements } = await open(embed, '/watch/video000001');
  expect(status).toBe(200);
  expect(headers).toMatchObject({
    'content-type': 'text/html; charset=UTF-8',
    'cache-control': 'no-cache',
    vary: expect.stringContaining('Accept-Language'),
  });
  expect(headers).not.toHaveProperty('x-robots-tag');
  expect(frame).toEqual({
    src: '/embed/video000001',
    title: 'Tall & thin',
    referrerpolicy: 'strict-origin',
    allowfullscreen: '',
  });
  expect(named('title')[0]?.text).toBe('Tall & thin - Testube');
  expect(named('h1')[0]?.text).toBe('Tall & thin');
  expect(elements.find(({ attributes }) => attributes.class === 'description')?.text).toBe(
    'One.\n\nTwo.',
  );
  const chapters = named('a').map(({ attributes, text }) => [attributes.href, text]);
  expect(chapters).toEqual([
    ['?t=0', '0:00First'],
    ['?t=20', '0:20Second'],
  ]);
  const fields = named('input').filter(({ attributes }) => 'readonly' in attributes);
  expect(fields.map(({ attributes: { value = '' } }) => value)).toEqual([
    `${embed}/watch/video000001`,
    expect.stringMatching(
      /^<iframe width="360" height="640" src="[^"]+\/embed\/video000001" .*><\/iframe>$/,
    ),
  ]);
});

test('programs find the oEmbed link, Open Graph, the player card and schema.org’s description', async () => {
  const { embed } = await start();
  const { metas, links, object } = await open(embed, '/watch/video000001?t=5&utm_source=x');
  const asked = encodeURIComponent(`${embed}/watch/video000001`);
  expect(links).toEqual({
    icon: 'data:,',
    canonical: `${embed}/watch/video000001`,
    'application/json+oembed': `${embed}/oembed?url=${asked}&format=json`,
    'text/xml+oembed': `${embed}/oembed?url=${asked}&format=xml`,
  });
  for (const type of ['application/json+oembed', 'text/xml+oembed'])
    expect((await fetch(links[type] ?? '')).status).toBe(200);
  expect(metas).toEqual({
    viewport: expect.any(String),
    description: 'One. Two.',
    'og:site_name': 'Testube',
    'og:type': 'video.other',
    'og:title': 'Tall & thin',
    'og:description': 'One. Two.',
    'og:url': `${embed}/watch/video000001`,
    'og:image': `${embed}/media/tall.jpg`,
    'og:image:alt': 'Tall & thin',
    'og:video': `${embed}/embed/video000001`,
    'og:video:type': 'text/html',
    'og:video:width': '360',
    'og:video:height': '640',
    'video:duration': '32',
    'video:release_date': '2026-05-01',
    'twitter:card': 'player',
    'twitter:title': 'Tall & thin',
    'twitter:image': `${embed}/media/tall.jpg`,
    'twitter:player': `${embed}/embed/video000001`,
    'twitter:player:width': '360',
    'twitter:player:height': '640',
  });
  expect(object).toEqual({
    '@context': 'https://schema.org',
    '@type': 'VideoObject',
    '@id': `${embed}/watch/video000001`,
    url: `${embed}/watch/video000001`,
    name: 'Tall & thin',
    description: 'One.\n\nTwo.',
    thumbnailUrl: [`${embed}/media/tall.jpg`],
    uploadDate: '2026-05-01',
    duration: 'PT32S',
    width: 360,
    height: 640,
    embedUrl: `${embed}/embed/video000001`,
    contentUrl: `${embed}/media/tall.mp4`,
    author: { '@type': 'Person', name: 'Ann' },
    publisher: { '@type': 'Organization', name: 'Testube', url: `${embed}/` },
    hasPart: [
      {
        '@type': 'Clip',
        name: 'First',
        startOffset: 0,
        endOffset: 20.5,
        url: `${embed}/watch/video000001?t=0`,
      },
      {
        '@type': 'Clip',
        name: 'Second',
        startOffset: 20.5,
        endOffset: expect.closeTo(32, 0),
        url: `${embed}/watch/video000001?t=20`,
      },
    ],
  });
});

test('a page leaves out unknown details of a video', async () => {
  const { embed } = await start();
  const { metas, object } = await open(embed, '/watch/video000003');
  expect(metas).not.toHaveProperty('og:image');
  expect(object).not.toHaveProperty('thumbnailUrl');
  expect(object.uploadDate).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
  expect(object.potentialAction).toEqual({
    '@type': 'SeekToAction',
    target: `${embed}/watch/video000003?t={seek_to_second_number}`,
    'startOffset-input': 'required name=seek_to_second_number',
  });
  const bundled = await startTestServer({ mediaDir: bundledMediaDir });
  const live = await open(bundled.embed, '/watch/offstage004');
  expect(live.object).toMatchObject({
    publication: { '@type': 'BroadcastEvent', isLiveBroadcast: true },
  });
  for (const name of ['potentialAction', 'hasPart', 'duration', 'contentUrl'])
    expect(live.object).not.toHaveProperty(name);
  expect(live.metas).toHaveProperty('og:image:width');
});

test('over https all URLs are https, under any host name', async () => {
  const { embed } = await start();
  const headers = { Host: 'player.example', 'X-Forwarded-Proto': 'https' };
  const { metas, links, object } = await open(embed, '/watch/video000001', headers);
  expect(metas).toMatchObject({
    'og:url': 'https://player.example/watch/video000001',
    'og:video:secure_url': 'https://player.example/embed/video000001',
    'twitter:player': 'https://player.example/embed/video000001',
  });
  expect(links.canonical).toBe('https://player.example/watch/video000001');
  expect(JSON.stringify({ metas, links, object })).not.toMatch(/http:|127\.0\.0\.1/);
});

test('a title, author, description or brand with markup stays text in all elements [threat-provider-text]', async () => {
  const { embed, errors } = await start({ brand: evil.slice(0, 100) });
  const { elements, metas, object, named, body } = await open(embed, '/watch/video000002');
  const calm = await open(embed, '/watch/video000001');
  const counts = (found: Element[]) =>
    found.map(({ name }) => name).filter((name) => !/^(meta|link|li)$/.test(name));
  expect(new Set(counts(elements))).toEqual(new Set(counts(calm.elements)));
  expect(
    elements.filter(({ attributes }) => Object.keys(attributes).some((name) => /^on/.test(name))),
  ).toEqual([]);
  expect(named('script')).toHaveLength(2);
  expect(body).not.toMatch(/<script>alert|<img/);
  expect(metas['og:title']).toBe(evil);
  expect(object).toMatchObject({ name: evil, description: evil, hasPart: [{ name: evil }] });
  expect(named('h1')[0]?.text).toBe(evil);
  expect(errors).toEqual([]);
});

test('the policy allows only the page’s own style, script and frame', async () => {
  const { embed } = await start();
  const { headers, named } = await open(embed, '/watch/video000001');
  const hash = (text = '') => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
  const script = named('script').find(({ attributes }) => !('type' in attributes));
  expect(headers['content-security-policy']).toBe(
    `default-src 'none'; script-src ${hash(script?.text)}; style-src ${hash(named('style')[0]?.text)}; img-src data:; connect-src 'self'; ` +
      "frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
  );
});

describe('the URL’s query', () => {
  test.each([
    ['?t=1m5s', '?start=65'],
    ['?start=7&list=PLx', '?list=PLx&start=7'],
    ['?theme=light&hl=de&autoplay=1&mute=1', '?autoplay=1&hl=de&mute=1&theme=light'],
    [
      '?t=x&v=other&enablejsapi=1&origin=https://evil.example&widget_referrer=x&loaderUrl=x&utm=1',
      '',
    ],
    ['?list="><script>', '?list=%22%3E%3Cscript%3E'],
  ])('in %s goes to the player as "%s"', async (query, passed) => {
    const { embed } = await start();
    expect((await open(embed, `/watch/video000001${query}`)).frame?.src).toBe(
      `/embed/video000001${passed}`,
    );
  });

  test('stays in the links of the chapters, except for the time', async () => {
    const { embed } = await start();
    const { named } = await open(embed, '/watch/video000001?theme=light&t=9&list=PLx');
    expect(named('a').map(({ attributes: { href } }) => href)).toEqual([
      '?list=PLx&theme=light&t=0',
      '?list=PLx&theme=light&t=20',
    ]);
    const [link] = named('input').filter(({ attributes }) => 'readonly' in attributes);
    expect(link?.attributes.value).toBe(`${embed}/watch/video000001?list=PLx`);
  });

  test.each([
    ['?theme=light', 'light'],
    ['?theme=dark', 'dark'],
    ['?theme=pink', undefined],
    ['', undefined],
  ])('"%s" makes the page’s theme %s', async (query, theme) => {
    const { embed } = await start();
    expect(
      (await open(embed, `/watch/video000001${query}`)).named('html')[0]?.attributes['data-theme'],
    ).toBe(theme);
  });
});

test.each([
  ['', {}, 'en', 'ltr', 'Chapters'],
  ['', { 'Accept-Language': 'ja;q=0.5, de-AT' }, 'de', 'ltr', 'Kapitel'],
  ['?hl=fr', { 'Accept-Language': 'de' }, 'fr', 'ltr', 'Chapitres'],
  ['?hl=ar', {}, 'ar', 'rtl', 'الفصول'],
  ['?hl="><script>', { 'Accept-Language': '"><script>' }, 'en', 'ltr', 'Chapters'],
])(
  'with "%s" and %o the page is in %s, written %s',
  async (query, headers, lang, dir, chapters) => {
    const { embed } = await start();
    const { named } = await open(embed, `/watch/video000001${query}`, headers);
    expect(named('html')[0]?.attributes).toMatchObject({ lang, dir });
    expect(named('h2').map(({ text }) => text)).toContain(chapters);
  },
);

test.each(languages)('the page has texts in %s for each of its states', async (language) => {
  const { embed } = await start();
  for (const path of ['/watch/video000001', '/watch/unknown0000', '/watch/private0001']) {
    const { named } = await open(embed, path, { 'Accept-Language': language });
    expect(named('html')[0]?.attributes.lang).toBe(language);
    const said = ['h1', 'h2', 'p', 'button', 'span'].flatMap(named).map(({ text }) => text);
    expect(said.join()).not.toMatch(/undefined|null|[{}]/);
  }
});

describe('a missing video', () => {
  test.each([
    '/watch/unknown0000',
    '/watch/x',
    '/watch/video000001/x',
    '/watch/%22%3E%3Cscript%3E',
    '/watch/..%2f..',
  ])('at %s gets a 404 with an explanation and a link', async (path) => {
    const { embed, errors } = await start();
    const { status, headers, named, frame, object, metas } = await open(embed, path);
    expect(status).toBe(404);
    expect(headers['x-robots-tag']).toBe('noindex');
    expect(named('h1')[0]?.text).toBe('This video does not exist or was removed.');
    expect([frame, object, Object.keys(metas)]).toEqual([undefined, null, ['viewport']]);
    const others = named('a').map(({ attributes: { href } }) => href);
    expect(others).toContain('/watch/video000001');
    expect(others).not.toContain('/watch/private0001');
    expect(errors).toEqual([]);
  });

  test('under `/watch?v=` gets the same page, and an existing video has one URL', async () => {
    const { embed } = await start();
    const location = async (path: string) => (await rawRequest(embed, path)).headers.location;
    expect(await location('/watch?v=video000001&list=PLx&t=5')).toBe(
      '/watch/video000001?list=PLx&t=5',
    );
    expect(await location('/watch?v=video000001')).toBe('/watch/video000001');
    for (const path of [
      '/watch',
      '/watch/',
      '/watch?v=',
      '/watch?v=//evil.example/%0d%0aX:1',
      '/watch?v=..%2f..',
    ]) {
      const { status, headers } = await open(embed, path);
      expect([path, status, headers.location]).toEqual([path, 404, undefined]);
    }
  });

  test('in an empty library gets no link', async () => {
    const { embed } = await startTestServer();
    expect((await open(embed, '/watch/video000001')).named('a')).toEqual([]);
  });
});

describe('a private video', () => {
  const tokenFor = (lifeSec: number, domain = '') =>
    makeEmbedToken(signingKey, {
      videoId: 'private0001',
      expiresSec: Math.floor(Date.now() / 1_000) + lifeSec,
      domain,
    });

  test.each([
    ['', 'This video is private.'],
    ['?token=1.2', 'This video is private.'],
    [`?token=${tokenFor(-10)}`, 'The link to this video has expired.'],
    [`?token=${tokenFor(600, 'example.com')}`, 'This video is private.'],
  ])(
    'with "%s" is refused, and no detail of it is revealed [threat-unfurling]',
    async (query, heading) => {
      const { embed } = await start();
      const { status, named, body, frame, headers } = await open(
        embed,
        `/watch/private0001${query}`,
      );
      expect(status).toBe(403);
      expect(named('h1')[0]?.text).toBe(heading);
      expect(frame).toBeUndefined();
      expect(body).not.toMatch(/Merger|secret/);
      expect(headers['x-robots-tag']).toBe('noindex');
    },
  );

  test('with its token plays, is not cached or indexed, and has no links that would not work', async () => {
    const { embed } = await start();
    const token = tokenFor(600);
    const page = await open(embed, `/watch/private0001?token=${token}&t=3`);
    expect(page.status).toBe(200);
    expect(page.frame?.src).toBe(`/embed/private0001?token=${token}&start=3`);
    expect(page.named('h1')[0]?.text).toBe('Merger');
    expect(page.headers).toMatchObject({
      'cache-control': 'private, no-cache',
      'x-robots-tag': 'noindex',
    });
    expect([page.object, page.links, page.named('input')]).toEqual([null, { icon: 'data:,' }, []]);
    expect(page.metas).toEqual({ viewport: expect.any(String) });
  });
});

test('a restricted video is described, without data for embedding it elsewhere', async () => {
  const { embed } = await start();
  const { status, metas, links, object, named } = await open(embed, '/watch/restricted1');
  expect(status).toBe(200);
  expect(metas).toMatchObject({ 'og:title': 'Some', 'twitter:card': 'summary_large_image' });
  expect(
    Object.keys({ ...metas, ...links }).filter((name) => /oembed|og:video|player/.test(name)),
  ).toEqual([]);
  expect(object).not.toHaveProperty('embedUrl');
  expect(named('input').filter(({ attributes }) => 'readonly' in attributes)).toHaveLength(1);
});

test('files that need signatures are not named, and the picture has a permanent URL', async () => {
  const { embed } = await start({ signsAll: true });
  const { metas, object, body } = await open(embed, '/watch/video000001');
  expect(metas['og:image']).toBe(`${embed}/poster/video000001`);
  expect(object).not.toHaveProperty('contentUrl');
  expect(body).not.toMatch(/\/media\/|~\d/);
});

test.each([
  [0, '0:00', 'PT0S'],
  [7.9, '0:07', 'PT8S'],
  [64, '1:04', 'PT1M4S'],
  [3_600, '1:00:00', 'PT1H'],
  [36_061, '10:01:01', 'PT10H1M1S'],
])('%f seconds are %s for people and %s for programs', (seconds, clock, iso) => {
  expect([formatTime(seconds), isoDuration(seconds)]).toEqual([clock, iso]);
});
