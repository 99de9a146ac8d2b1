import { expect, test } from 'vitest';
import { firstVideo, openEmbedPage, secondVideo, startWithFiles } from './open-embed-page.ts';

const bothVideos = {
  'playlists.json': '{"PLx":{"title":"Both","videos":["video000002","video000001"]}}',
};

test('a title cannot end the script or the title element', async () => {
  const title = '</script><script>alert(1)</script><!--<title>&amp;"\u2028\u2029$&$1';
  const server = await startWithFiles({
    ...firstVideo,
    'v.json': JSON.stringify({ id: 'video000001', title }),
  });
  const { body, config } = await openEmbedPage(server, '/embed/video000001');
  expect(config.playerResponse?.videoDetails.title).toBe(title);
  expect(body).not.toContain('<script>alert');
  expect(/id="page-config">(.*)<\/script>/.exec(body)?.[1]).not.toMatch(/[<>\u2028\u2029]/);
  expect(body.match(/<title>/g)).toHaveLength(1);
  expect(body).toContain('&#60;/script&#62;');
});

test('a query cannot inject markup, and is not filled in twice', async () => {
  const server = await startWithFiles(firstVideo);
  const evil = '</script><!--offstage:video--><b>';
  const query = new URLSearchParams({
    origin: evil,
    hl: '"><b>',
    ps: '"><b>',
    theme: '"><b>',
    ['x'.repeat(101)]: '1',
    long: 'x'.repeat(10_001),
  });
  const { body, config } = await openEmbedPage(server, `/embed/video000001?${query}`);
  expect(body).not.toContain('<b>');
  expect(config.args).toMatchObject({ origin: evil, hl: '"><b>' });
  expect(Object.keys(config.args)).toEqual(['autoplay', 'origin', 'hl', 'ps', 'theme', 'video_id']);
});

test.each([
  ['/embed/video000001', '<html lang="en" dir="ltr" data-theme="dark" data-begins="painted">'],
  [
    '/embed/video000001?theme=light&hl=es_419',
    '<html lang="es" dir="ltr" data-theme="light" data-begins="painted">',
  ],
  [
    '/embed/video000001?hl=ar-EG',
    '<html lang="ar" dir="rtl" data-theme="dark" data-begins="painted">',
  ],
  [
    '/embed/video000001?theme=pink&hl=!',
    '<html lang="en" dir="ltr" data-theme="dark" data-begins="painted">',
  ],
  [
    '/embed/video000001?ps=gvn',
    '<html lang="en" dir="ltr" data-theme="dark" data-ps="gvn" data-begins="painted">',
  ],
  [
    '/shorts/video000001?theme=light&fflags=shorts_force_dark_theme%3Dtrue',
    '<html lang="en" dir="ltr" data-theme="dark" data-begins="painted">',
  ],
  ['/embed/video000001?enablejsapi=1', '<html lang="en" dir="ltr" data-theme="dark">'],
  ['/embed/video000001?autoplay=1', '<html lang="en" dir="ltr" data-theme="dark">'],
])('the page marks %s with %s', async (path, tag) => {
  const server = await startWithFiles(firstVideo);
  expect((await openEmbedPage(server, path)).body).toContain(tag);
});

test.each([
  ['', 'de-AT,de;q=0.9,en;q=0.8', 'de', 'ltr', 'Abspielen'],
  ['', 'nl, ar;q=0.5, fr;q=0.7', 'fr', 'ltr', 'Lire'],
  ['', 'es;q=0, ar-EG', 'ar', 'rtl', 'تشغيل'],
  ['', 'xx-YY, *, ;q=1', 'en', 'ltr', 'Play'],
  ['?hl=ja', 'de', 'ja', 'ltr', '再生'],
  ['?hl=xx', 'de', 'de', 'ltr', 'Abspielen'],
])(
  'with %j in its URL and a browser that prefers %j the page is in %s',
  async (query, header, language, direction, label) => {
    const server = await startWithFiles(firstVideo);
    const { body, headers } = await openEmbedPage(server, `/embed/video000001${query}`, {
      'Accept-Language': header,
    });
    expect(body).toContain(`<html lang="${language}" dir="${direction}"`);
    expect(body).toContain(`class="big-play" aria-label="${label}"`);
    expect(headers.vary).toContain('Accept-Language');
  },
);

test.each([
  ['/embed/?list=PLx', 'video000002'],
  ['/embed?list=PLx', 'video000002'],
  ['/embed/videoseries?list=PLx', 'video000002'],
  ['/embed/?playlist=video000001,video000002', 'video000001'],
  ['/embed/video000001?list=PLx', 'video000001'],
])(
  '%s gets the reply of the first video, and the arguments stay unchanged',
  async (path, videoId) => {
    const server = await startWithFiles({ ...firstVideo, ...secondVideo, ...bothVideos });
    const { status, config } = await openEmbedPage(server, path);
    expect(status).toBe(200);
    expect(config.playerResponse?.videoDetails.videoId).toBe(videoId);
    expect(config.args.video_id).toBe(path.startsWith('/embed/video000001') ? videoId : undefined);
    expect(config.playlist?.videoIds).toEqual(
      path.includes('PLx') ? ['video000002', 'video000001'] : undefined,
    );
  },
);
