import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type DefaultTreeAdapterTypes, defaultTreeAdapter, parse } from 'parse5';
import { describe, expect, test } from 'vitest';
import { until } from '../../../../support/until.ts';
import { masterPlaylist, mediaPlaylist, sampleMp4 } from '../../support/media-samples.ts';
import { openPage } from '../../support/open-page.ts';
import { startTestServer } from '../../support/start-test-server.ts';
import { tempDirectory } from '../../support/temp-directory.ts';
import { shareInFile } from '../../support/when-done.ts';

const titleBar = (title: string, author = '') =>
  `<div class="title-bar"><div class="title-text"><p class="title" dir="auto">${title}</p>${author}</div></div>`;
const by = (author: string) => `<p class="author" dir="auto">${author}</p>`;
const length = '<time class="length" datetime="PT32S">0:32</time>';

const library = shareInFile(async () => {
  const mediaDir = tempDirectory();
  return { mediaDir, server: await startTestServer({ mediaDir }) };
});
let filmCount = 0;

/** Adds a film to the library, and opens its page. */
async function openFilm(
  sidecar: Record<string, unknown>,
  query = '',
  headers: Record<string, string> = {},
) {
  filmCount += 1;
  const id = `video${String(filmCount).padStart(6, '0')}`;
  const { mediaDir, server } = library();
  writeFileSync(join(mediaDir, `${id}.mp4`), sampleMp4);
  writeFileSync(join(mediaDir, `${id}.json`), JSON.stringify({ id, ...sidecar }));
  await until(() => server.rescanLibrary().then(() => server.library.pendingCount === 0));
  return (await openPage(server.embed, `/embed/${id}${query}`, headers)).body;
}

/** The frame's markup; `null` without one. */
const frameOf = (body: string) => /<div class="waiting">.*<\/div>/.exec(body)?.[0] ?? null;

/** The frame as a browser parses it: its elements' names, and its text. */
function read(body: string): { names: string[]; text: string } {
  const names: string[] = [];
  let text = '';
  const walk = (node: DefaultTreeAdapterTypes.Node) => {
    if (defaultTreeAdapter.isTextNode(node)) text += node.value;
    if (defaultTreeAdapter.isElementNode(node)) names.push(node.tagName);
    if ('childNodes' in node) for (const child of node.childNodes) walk(child);
  };
  walk(parse(frameOf(body) ?? ''));
  return { names: names.slice(3), text };
}

describe('a page has no waiting frame', () => {
  test.each([
    ['with controls=0', {}, '?controls=0'],
    ['when it autoplays', {}, '?autoplay=1'],
    ['for a video without a title', { title: '' }, ''],
    ['for a video that cannot be played', { unplayable: { errorCode: 'auth', reason: 'No.' } }, ''],
    ['for a private video without a token', { private: true }, ''],
    ['for another video that does not exist', {}, 'x'],
  ])('%s', async (_, sidecar, query) => {
    expect(frameOf(await openFilm({ title: 'First', ...sidecar }, query))).toBeNull();
  });
});

test('a page that waits has title, channel and length in its markup [feature-waiting-frame]', async () => {
  expect(frameOf(await openFilm({ title: 'First', author: 'Ada' }))).toBe(
    `<div class="waiting">${titleBar('First', by('Ada'))}${length}</div>`,
  );
  expect(frameOf(await openFilm({ title: 'First' }))).toBe(
    `<div class="waiting">${titleBar('First')}${length}</div>`,
  );
});

test('the title links to the video’s own page, in a new tab, if its file names one', async () => {
  const link = (href: string) =>
    titleBar(
      `<a href="${href}" target="_blank" rel="noopener" data-visual-element="title_link">First</a>`,
    );
  for (const [watchUrl, href] of [
    ['/film/1?a=b&c="', '/film/1?a=b&#38;c=&#34;'],
    ['https://example.com/1', 'https://example.com/1'],
  ] as const)
    expect(frameOf(await openFilm({ title: 'First', watchUrl }))).toContain(link(href));
  expect(
    frameOf(await openFilm({ title: 'First', watchUrl: 'javascript:alert(1)' })),
  ).not.toContain('<a ');
});

test('a video that may need the viewer’s position, while it is unknown, has a frame too', async () => {
  const body = await openFilm({ title: 'First', playableWithin: [5, 45, 15, 55] });
  expect(frameOf(body)).toContain(titleBar('First'));
});

test.each(['1', 'true'])('modestbranding=%s leaves out only the channel', async (value) => {
  const body = await openFilm({ title: 'First', author: 'Ada' }, `?modestbranding=${value}`);
  expect(frameOf(body)).toBe(`<div class="waiting">${titleBar('First')}${length}</div>`);
});

test.each(['0', '', 'yes'])('modestbranding=%s keeps the channel', async (value) => {
  const body = await openFilm({ title: 'First', author: 'Ada' }, `?modestbranding=${value}`);
  expect(frameOf(body)).toContain(by('Ada'));
});

test('no title or channel becomes markup, however long it is', async () => {
  const title = '</p></div><script>alert(1)</script><!--offstage:video-->$&"\''.padEnd(
    5_000,
    'مرحبا & ',
  );
  const author = '<img src=x onerror=alert(1)>';
  const body = await openFilm({ title, author });
  expect(read(body)).toEqual({
    names: ['div', 'div', 'div', 'p', 'p', 'time'],
    text: `${title}${author}0:32`,
  });
});

test('a live stream has a label instead of its length, in the page’s language', async () => {
  const files = {
    'v.m3u8': masterPlaylist('v/a.m3u8'),
    'v/a.m3u8': mediaPlaylist('1.m4s'),
    'v.json': JSON.stringify({ id: 'video000001', title: 'Now', live: true }),
  };
  const server = await startTestServer({ mediaDir: tempDirectory(files) });
  for (const [query, accepted, text] of [
    ['', 'en', 'Live'],
    ['?hl=ja', 'en', 'ライブ'],
    ['', 'es-419', 'En directo'],
  ] as const) {
    const { body } = await openPage(server.embed, `/embed/video000001${query}`, {
      'Accept-Language': accepted,
    });
    expect(frameOf(body)).toBe(
      `<div class="waiting">${titleBar('Now')}<span class="length" data-live>${text}</span></div>`,
    );
  }
});

test('a page of a list names the first video of the list', async () => {
  const files = {
    'v.mp4': sampleMp4,
    'v.json': '{"id":"video000001","title":"First"}',
    'w.mp4': sampleMp4,
    'w.json': '{"id":"video000002","title":"Second"}',
    'playlists.json': '{"PLx":{"title":"Both","videos":["video000002","video000001"]}}',
  };
  const server = await startTestServer({ mediaDir: tempDirectory(files) });
  for (const [path, title] of [
    ['/embed/?list=PLx', 'Second'],
    ['/embed/video000001?list=PLx', 'First'],
  ] as const)
    expect(frameOf((await openPage(server.embed, path)).body)).toContain(titleBar(title));
});
