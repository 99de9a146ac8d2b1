import { expect, test } from 'vitest';
import { readExtra, relatedSchema } from '../../../../../shared/player/video-extras-schemas.ts';
import { askPlayer } from '../../support/ask-player.ts';
import { sampleMp4 } from '../../support/media-samples.ts';
import { openPage } from '../../support/open-page.ts';
import { startTestServer } from '../../support/start-test-server.ts';
import { tempDirectory } from '../../support/temp-directory.ts';
import { shareInFile } from '../../support/when-done.ts';

const sidecar = (id: string, rest: object = {}) =>
  JSON.stringify({ id, title: `Title of ${id}`, ...rest });
const files = {
  'a.mp4': sampleMp4,
  'a.jpg': 'x',
  'a.en.vtt': 'WEBVTT',
  'a.json': sidecar('restricted1', { embedDomains: ['host.example', '*.host.example'] }),
  'b.mp4': sampleMp4,
  'b.json': sidecar('everywhere1', { embedDomains: ['*'] }),
  'c.mp4': sampleMp4,
  'c.json': sidecar('plainvideo1'),
  'd.mp4': sampleMp4,
  'd.json': sidecar('sameplaces1', { embedDomains: ['host.example', '*.host.example'] }),
  'playlists.json': '{"PLx":{"videos":["restricted1","everywhere1"]}}',
};
const start = (changes: Parameters<typeof startTestServer>[0] = {}) =>
  startTestServer({ mediaDir: tempDirectory(files), ...changes });

const server = shareInFile(() => start());

const framedBy = (referer?: string) => ({
  'Sec-Fetch-Dest': 'iframe',
  ...(referer !== undefined && { Referer: referer }),
});
const statusOf = ({ config }: Awaited<ReturnType<typeof openPage>>) =>
  config.playerResponse?.playabilityStatus;
const policyOf = ({ headers }: Awaited<ReturnType<typeof openPage>>) =>
  headers['content-security-policy'] ?? '';

test('a restricted video plays in the allowed pages, and browsers enforce it for every page around it [threat-embedding]', async () => {
  const { embed } = server();
  for (const referer of ['https://host.example/page', 'https://www.host.example/']) {
    const page = await openPage(embed, '/embed/restricted1', framedBy(referer));
    expect(statusOf(page)).toEqual({ status: 'OK' });
    expect(page.config.playerResponse?.sources).toHaveLength(1);
    expect(policyOf(page)).toMatch(
      /frame-ancestors 'self' https:\/\/host\.example https:\/\/\*\.host\.example(;|$)/,
    );
    expect(page.headers.vary).toMatch(/Referer, Sec-Fetch-Dest/);
    expect(page.headers['cache-control']).toBe('private, no-cache');
  }
});

test.each([
  'https://other.example/',
  'https://host.example.evil.org/',
  'https://host.example@evil.org/',
  'https://host.example./',
  'https://host.example:8443/',
  'http://host.example/',
  'https://evil.org/?https://host.example/',
  'https://xn--hst-sna.example/',
])('framed by %s the page shows a refusal and has no media', async (referer) => {
  const { embed } = server();
  const page = await openPage(embed, '/embed/restricted1', framedBy(referer));
  expect(page.status).toBe(200);
  expect(statusOf(page)).toMatchObject({
    status: 'UNPLAYABLE',
    errorCode: 'embedding.domain',
    reason: 'This video is not allowed on this site. Ask the operator to allow this page.',
  });
  expect(policyOf(page)).not.toContain('frame-ancestors');
  expect(page.config.playerResponse).toMatchObject({
    sources: [],
    captionTracks: [],
    videoDetails: { videoId: 'restricted1', title: 'Title of restricted1' },
  });
  expect(page.body).not.toContain('.mp4');
  expect(page.headers['x-robots-tag']).toBe('noindex');
});

test.each([undefined, 'null', 'file:///page.html'])(
  'framed by a page that hides its origin (%s) the page asks for the origin',
  async (referer) => {
    const { embed } = server();
    const page = await openPage(embed, '/embed/restricted1', framedBy(referer));
    expect(statusOf(page)).toMatchObject({ errorCode: 'embedder.identity.missing.referrer' });
    expect(page.config.playerResponse?.sources).toEqual([]);
  },
);

test.each([
  [
    'opened as a top-level page',
    { 'Sec-Fetch-Dest': 'document', Referer: 'https://other.example/' },
  ],
  ['in a browser that does not say', {}],
])('%s it plays, and no other page may frame that answer', async (_, headers) => {
  const { embed } = server();
  const page = await openPage(embed, '/embed/restricted1', headers);
  expect(statusOf(page)).toEqual({ status: 'OK' });
  expect(policyOf(page)).toContain("frame-ancestors 'self' https://host.example ");
});

test('it plays in the server’s own pages', async () => {
  const { embed } = server();
  const page = await openPage(embed, '/embed/restricted1', framedBy(`${embed}/about`));
  expect(statusOf(page)).toEqual({ status: 'OK' });
});

test('the library’s rule applies to videos without their own', async () => {
  const { embed } = await start({
    embedDomains: [{ scheme: null, host: 'library.example', isParent: false, port: '' }],
  });
  const at = async (id: string, referer: string) =>
    statusOf(await openPage(embed, `/embed/${id}`, framedBy(referer)))?.errorCode ?? 'plays';
  expect([
    await at('plainvideo1', 'https://library.example/'),
    await at('plainvideo1', 'https://host.example/'),
    await at('restricted1', 'https://library.example/'),
    await at('restricted1', 'https://host.example/'),
    await at('everywhere1', 'https://anyone.example/'),
  ]).toEqual(['plays', 'embedding.domain', 'embedding.domain', 'plays', 'plays']);
});

const answerTo = async (...args: Parameters<typeof askPlayer>) =>
  (await askPlayer(...args)).playabilityStatus.errorCode ?? 'plays';

test('later videos of a player are requested for the page that embeds it', async () => {
  const { embed } = server();
  const passAt = async (id: string, headers: Record<string, string>) =>
    (await openPage(embed, `/embed/${id}`, headers)).config.api?.embedPass;
  const good = await passAt('plainvideo1', framedBy('https://host.example/'));
  const other = await passAt('plainvideo1', framedBy('https://other.example/'));
  const nameless = await passAt('plainvideo1', framedBy());
  const alone = await passAt('plainvideo1', { 'Sec-Fetch-Dest': 'document' });
  const [unsaid, unsaidThere] = [await passAt('plainvideo1', {}), await passAt('restricted1', {})];
  const missing = 'embedder.identity.missing.referrer';
  expect(await answerTo(embed, 'restricted1', good)).toBe('plays');
  expect(await answerTo(embed, 'restricted1', other)).toBe('embedding.domain');
  expect(await answerTo(embed, 'restricted1', alone)).toBe('plays');
  for (const pass of [nameless, unsaid, undefined, '', 'x.y', `${good}x`, 5])
    expect(await answerTo(embed, 'restricted1', pass)).toBe(missing);
  // A browser that let a page load it also allows videos restricted to the same pages.
  expect(await answerTo(embed, 'restricted1', unsaidThere)).toBe('plays');
  expect(await answerTo(embed, 'sameplaces1', unsaidThere)).toBe('plays');
  for (const pass of [other, nameless, undefined])
    expect(await answerTo(embed, 'plainvideo1', pass)).toBe('plays');
});

test('the end screen leaves out videos that may not play there', async () => {
  const { embed } = server();
  const related = async (referer: string) => {
    const { config } = await openPage(embed, '/embed/plainvideo1', framedBy(referer));
    const videos = readExtra(relatedSchema, config.playerResponse?.related) ?? [];
    return videos.map(({ videoId }) => videoId).sort();
  };
  expect(await related('https://host.example/')).toEqual([
    'everywhere1',
    'restricted1',
    'sameplaces1',
  ]);
  expect(await related('https://other.example/')).toEqual(['everywhere1']);
});

test('a library without rules has no such header, and its pages are open to all', async () => {
  const { embed } = await startTestServer({ mediaDir: tempDirectory({ 'a.mp4': sampleMp4 }) });
  const page = await openPage(embed, '/embed/unknown0000', framedBy('https://host.example/'));
  expect(page.config.api).toBeUndefined();
  expect(page.headers.vary).toBe(
    'Cookie, Accept-Language, Sec-Fetch-Site, User-Agent, Accept-Encoding',
  );
  expect(policyOf(page)).not.toContain('frame-ancestors');
});

test('a mistake in embedDomains is reported, and allows no page', async () => {
  const list = 'it must be a list of domains such as ["example.com"]; no page may embed the video.';
  const path =
    '"host.example/path" is not a domain; use example.com, *.example.com or localhost:4401, without a path.';
  const mistakes = [
    ['"host.example"', list],
    ['[5]', list],
    ['["host.example/path"]', path],
  ];
  const { embed, library } = await startTestServer({
    mediaDir: tempDirectory(
      Object.fromEntries(
        mistakes.flatMap(([embedDomains], n) => [
          [`${n}.mp4`, sampleMp4],
          [`${n}.json`, `{"id":"restricted${n}","embedDomains":${embedDomains}}`],
        ]),
      ),
    ),
  });
  expect(library.warnings.toSorted()).toEqual(
    mistakes.map(([, problem], n) => `${n}.json: embedDomains: ${problem}`),
  );
  for (const n of mistakes.keys()) {
    const framed = framedBy('https://host.example/');
    const page = await openPage(embed, `/embed/restricted${n}`, framed);
    expect(statusOf(page)).toMatchObject({ errorCode: 'embedding.domain' });
    expect(policyOf(await openPage(embed, `/embed/restricted${n}`))).toMatch(
      /frame-ancestors 'self'(;|$)/,
    );
  }
});
