import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import * as z from 'zod';
import type { PublishCall } from '../../../../../server/cli/publish/publish-call.ts';
import { parsePublishCall } from '../../../../../server/cli/publish/publish-call.ts';
import { publishPages } from '../../../../../server/cli/publish/publish-pages.ts';
import { pageConfigSchema } from '../../../../../shared/page/page-config-schema.ts';
import type { StaticPage } from '../../../../../shared/page/static-page.ts';
import { asOrdinaryUser } from '../../support/as-ordinary-user.ts';
import { sampleMp4 } from '../../support/media-samples.ts';
import { testOptions } from '../../support/start-test-server.ts';
import { tempDirectory } from '../../support/temp-directory.ts';

const api = 'https://api.example';
const pages = 'https://player.example';
const staticScript = 'readTheAddress()';

function film(id: string, sidecar: Record<string, unknown> = {}) {
  return {
    [`${id}.mp4`]: sampleMp4,
    [`${id}.jpg`]: 'jpg',
    [`${id}.json`]: JSON.stringify({ id, ...sidecar }),
  };
}

interface Given {
  media?: Record<string, string | Buffer>;
  out?: string;
  values?: Record<string, string>;
  signal?: AbortSignal;
}

function callOf({ media = film('video000001'), out, values = {} }: Given): PublishCall {
  const all = {
    out: out ?? join(tempDirectory(), 'public'),
    api,
    media: tempDirectory(media),
    'page-origin': pages,
    ...values,
  };
  const call = parsePublishCall({ values: new Map(Object.entries(all)) }, { env: {}, cwd: '/' });
  if (!call.ok) throw new Error(call.error.message);
  return call.value;
}

async function publish(given: Given = {}) {
  const call = callOf(given);
  const { pageDir } = testOptions();
  writeFileSync(join(pageDir, 'licenses.txt'), 'licences');
  const template = join(pageDir, 'index.html');
  const html = readFileSync(template, 'utf8').replace('</body>', '<script>shell()</script></body>');
  writeFileSync(template, html);
  const published = await publishPages(call, {
    pageDir,
    sdkDir: tempDirectory({
      'manifest.json': JSON.stringify({ files: { 'iframe-api': { file: 'iframe-api-1-abc.js' } } }),
      'iframe-api-1-abc.js': 'sdk',
      'iframe-api-1-abc.js.gz': 'packed',
      'package/offstage.js': 'for bundlers',
    }),
    staticDir: tempDirectory({ 'static-page.js': `${staticScript}\n` }),
    now: Date.now,
    signal: given.signal ?? new AbortController().signal,
  });
  const read = (name: string) => readFileSync(join(call.outDir, name), 'utf8');
  return { published, out: call.outDir, read };
}

function jsonOf(html: string, id: string): unknown {
  const json = new RegExp(`<script type="application/json" id="${id}">(.*?)</script>`, 's').exec(
    html,
  )?.[1];
  return JSON.parse(json ?? '');
}

test('a page has the whole reply with the server’s addresses, and nothing that belongs to a viewer [threat-published-files]', async () => {
  const { read } = await publish({ values: { brand: 'B' } });
  const html = read('embed/video000001.html');
  const config = z.parse(pageConfigSchema, jsonOf(html, 'page-config'));
  expect(config).toMatchObject({ apiOrigin: api, brand: 'B' });
  expect(config.playerResponse).toMatchObject({
    posterUrl: `${api}/media/video000001.jpg`,
    sources: [{ url: `${api}/media/video000001.mp4` }],
    videoDetails: { watchUrl: `${api}/watch/video000001` },
  });
  expect(JSON.stringify(config)).not.toMatch(/embedPass|"\/media|visitorId|authorization/);
  expect(html).toContain(`poster="${api}/media/video000001.jpg"`);
  // Before the shell's own script, which reads the element that this one writes.
  expect(html).toContain(`<script>${staticScript}</script><script>shell()</script></body>`);
});

test('the written files are those that a server gives to anonymous visitors, with their compressed forms', async () => {
  const { out, read } = await publish();
  const names = readdirSync(out, { recursive: true, encoding: 'utf8' }).toSorted();
  expect(names).toEqual([
    '.offstage',
    '404.html',
    '404.html.br',
    '404.html.gz',
    '_headers',
    '_redirects',
    'assets',
    'assets/main-abc.js',
    'embed',
    'embed/video000001.html',
    'embed/video000001.html.br',
    'embed/video000001.html.gz',
    'embed/videoseries.html',
    'embed/videoseries.html.br',
    'embed/videoseries.html.gz',
    'iframe_api',
    'iframe_api.gz',
    'licenses.txt',
    'nginx.conf',
    'player_api',
    'player_api.gz',
    'sdk',
    'sdk/iframe-api-1-abc.js',
    'sdk/iframe-api-1-abc.js.gz',
    'sdk/manifest.json',
  ]);
  const page = read('embed/video000001.html');
  expect(
    brotliDecompressSync(readFileSync(join(out, 'embed/video000001.html.br'))).toString(),
  ).toBe(page);
  expect(gunzipSync(readFileSync(join(out, 'embed/video000001.html.gz'))).toString()).toBe(page);
});

test('the page for all other videos has no reply and asks the API', async () => {
  const { read } = await publish();
  const config = jsonOf(read('404.html'), 'page-config');
  expect(config).toMatchObject({ apiOrigin: api });
  expect(config).not.toHaveProperty('playerResponse');
  expect(jsonOf(read('404.html'), 'static-page')).toMatchObject({ videoId: null, playlists: [] });
});

test('the operator’s page texts and the lists with the video are included, and the URL selects one', async () => {
  const config = tempDirectory({
    'page.json': JSON.stringify({ args: { theme: 'light', autoplay: '1' } }),
  });
  const { read } = await publish({
    media: {
      ...film('video000001', { author: 'Ada' }),
      ...film('video000002', { author: 'Bob' }),
      'playlists.json': JSON.stringify({
        PLboth: { title: 'Both', videos: ['video000001', 'video000002'] },
        PLother: { title: 'Other', videos: ['video000002'] },
      }),
    },
    values: { 'page-config': join(config, 'page.json'), 'private-host': 'nocookie.example' },
  });
  const page = jsonOf(read('embed/video000001.html'), 'static-page') as StaticPage;
  expect(page).toMatchObject({
    videoId: 'video000001',
    packaging: 'progressive',
    hasPoster: true,
    args: { theme: 'light', autoplay: '1' },
    privateHost: 'nocookie.example',
    uploads: { title: 'Ada', videoIds: ['video000001'] },
  });
  expect(page.playlists.map(({ playlistId }) => playlistId)).toEqual(['PLboth']);
});

test('a private, a live and an unplayable video get no page, each with a message [threat-published-files]', async () => {
  const { published, out, read } = await publish({
    media: {
      ...film('private0001', { title: 'Secret', private: true }),
      ...film('video000001'),
      'broken00001.mp4': 'no film',
    },
  });
  expect(published).toMatchObject({ ok: true, value: { pageCount: 1 } });
  const warnings = published.ok ? published.value.warnings : [];
  expect(warnings).toContain(
    'private0001 (Secret) was not published: it is private: its signed URLs expire, and published files cannot renew them. Embed it from the server itself with a signed URL.',
  );
  expect(existsSync(join(out, 'embed/private0001.html'))).toBe(false);
  // Nothing else about it is printed.
  for (const name of readdirSync(out, { recursive: true, encoding: 'utf8' }))
    if (/\.html$|^_|nginx/.test(name)) expect(read(name), name).not.toMatch(/private0001|Secret/);
});

test.each([
  ['is malformed', { 'secret.json': '{private: true}' }],
  ['has a misspelt key', { 'secret.json': '{"Private": true}' }],
  ['has another name', { 'secret.mp4.json': '{"private": true}' }],
])('a video whose sidecar %s gets no page, as it may be private', async (_what, files) => {
  const media = { ...film('video000001'), 'secret.mp4': sampleMp4, ...files };
  const { published } = await publish({ media });
  expect(published).toMatchObject({ ok: true, value: { pageCount: 1 } });
});

test('a restricted video has its rule in the headers of its file, and the operator is told to send them', async () => {
  const { published, read } = await publish({
    media: {
      ...film('here0000001', { embedDomains: ['friends.example'] }),
      ...film('video000001'),
    },
  });
  expect(published.ok && published.value.warnings.join('\n')).toContain('here0000001');
  const policy = "frame-ancestors 'self' https://friends.example";
  for (const path of ['/embed/here0000001', '/embed/here0000001/', '/embed/here0000001.html'])
    expect(read('_headers')).toContain(`\n${path}\n  Content-Security-Policy: ${policy}\n`);
  const nginx = read('nginx.conf');
  expect(nginx).toContain('location ~ ^/embed/here0000001(\\.html|/)?$ {');
  expect(nginx).toContain(`add_header Content-Security-Policy "${policy}" always;`);
  // A prefix that forbids patterns would win over it.
  expect(nginx).toContain('location /embed/ {');
  // No other page offers it.
  expect(read('embed/video000001.html')).not.toContain('here0000001');
});

test('the policy allows the player’s API requests and the page’s scripts by their hashes, and no inline code [threat-published-headers]', async () => {
  const { read } = await publish({ values: { 'bot-detection': 'on' } });
  const policy =
    /\/embed\/\*\n(?: {2}.*\n)*? {2}Content-Security-Policy: (.*)\n/.exec(read('_headers'))?.[1] ??
    '';
  const directive = (name: string) =>
    policy.split('; ').find((part) => part.startsWith(`${name} `));
  expect(directive('connect-src')).toBe(`connect-src 'self' ${pages} ${api}`);
  expect(directive('img-src')).toBe(`img-src 'self' ${pages} data: ${api}`);
  expect(directive('media-src')).toBe(`media-src 'self' ${pages} blob: ${api}`);
  expect(directive('script-src')).toMatch(
    new RegExp(`^script-src 'self' ${pages}( 'sha256-[\\w+/]+=')+ ${api}$`),
  );
  expect(policy).toContain("require-trusted-types-for 'script'");
  expect(policy).not.toMatch(/unsafe-|frame-ancestors/);
});

test('a title with markup is text in the page, and a source with a dollar is no nginx variable', async () => {
  const { read } = await publish({
    media: film('video000001', { title: '</script><img src=x onerror=alert(1)>' }),
    values: { 'csp-extra': 'script-src https://a.example/$uri"' },
  });
  expect(read('embed/video000001.html')).not.toContain('<img src=x');
  expect(read('nginx.conf')).toContain('https://a.example/%24uri\\"');
});

test('output of an earlier call is replaced as a whole, also through a symbolic link', async () => {
  const root = tempDirectory();
  const real = join(root, 'real');
  mkdirSync(real);
  const out = join(root, 'link');
  symlinkSync(real, out);
  await publish({ out, media: { ...film('video000001'), ...film('video000002') } });
  expect(existsSync(join(real, 'embed/video000002.html'))).toBe(true);
  await publish({ out });
  expect(existsSync(join(real, 'embed/video000001.html'))).toBe(true);
  expect(existsSync(join(real, 'embed/video000002.html'))).toBe(false);
  expect(readdirSync(root).toSorted()).toEqual(['link', 'real']);
});

test('a directory with other content is left alone', async () => {
  const out = tempDirectory({ 'thesis.txt': 'years of work' });
  const { published } = await publish({ out });
  expect(published).toMatchObject({
    ok: false,
    error: {
      code: 'OUT_NOT_EMPTY',
      message: expect.stringContaining('choose an empty or new directory'),
    },
  });
  expect(readdirSync(out)).toEqual(['thesis.txt']);
});

test('a file is refused as a directory, and so is a path below one', async () => {
  const root = tempDirectory({ file: 'x' });
  for (const out of [join(root, 'file'), join(root, 'file', 'public')]) {
    const { published } = await publish({ out });
    expect(published).toMatchObject({ ok: false, error: { code: 'OUT_NOT_A_DIRECTORY' } });
  }
  expect(readFileSync(join(root, 'file'), 'utf8')).toBe('x');
});

test('without write permission nothing is written, and the message gives the reason', async () => {
  const root = tempDirectory();
  chmodSync(root, 0o555);
  const { published } = await asOrdinaryUser(() => publish({ out: join(root, 'public') }));
  expect(published).toMatchObject({
    ok: false,
    error: {
      code: 'OUT_UNWRITABLE',
      message: expect.stringMatching(/cannot be written \(EACCES\); give this user write access/),
    },
  });
});

test('a stopped call leaves no partial output, and keeps the earlier one', async () => {
  const root = tempDirectory();
  const out = join(root, 'public');
  await publish({ out });
  const stopping = new AbortController();
  stopping.abort();
  const { published } = await publish({ out, signal: stopping.signal, media: film('video000002') });
  expect(published).toMatchObject({ ok: false, error: { code: 'STOPPED' } });
  expect(readdirSync(root)).toEqual(['public']);
  expect(existsSync(join(out, 'embed/video000001.html'))).toBe(true);
});

test('a missing build is reported in one sentence with the command that builds it', async () => {
  const call = callOf({});
  const empty = tempDirectory();
  const deps = {
    pageDir: empty,
    sdkDir: empty,
    staticDir: empty,
    now: Date.now,
    signal: new AbortController().signal,
  };
  expect(await publishPages(call, deps)).toMatchObject({
    ok: false,
    error: { code: 'PAGE_MISSING', message: expect.stringContaining('npm run build') },
  });
  expect(existsSync(call.outDir)).toBe(false);
});
