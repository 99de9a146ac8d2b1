import { copyFileSync, mkdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { h264, picture, test } from './support/command-line.ts';
import { harbour } from './support/harbour-film.ts';
import { startServerProcess } from './support/server-process.ts';

const idOf = (stdout: string) => /^([\w-]{11}) {2}/m.exec(stdout)?.[1] ?? '';

test('an added film plays on the page of a running server, with storyboard, captions, chapters and sound tracks', async ({
  cli,
  page,
}) => {
  harbour(cli);
  const server = await startServerProcess(['--media', cli.library]);
  const added = await cli.offstage('add', 'harbour.mkv');
  expect(added).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^[\w-]{11} {2}Harbour\n$/),
  });
  expect(added.stderr).toContain('harbour.mkv: 100 %');
  const videoId = idOf(added.stdout);
  await expect.poll(async () => (await fetch(`${server.embedOrigin}/`)).text()).toContain(videoId);
  await page.goto(`${server.embedOrigin}/embed/${videoId}?autoplay=1&mute=1&cc_load_policy=1`);
  const player = page.locator('#video-player');
  await expect(player).toHaveAttribute('data-state', /playing|ended/);
  await expect(page).toHaveTitle('Harbour - Offstage');
  const video = await page.evaluate(async () => {
    const config = JSON.parse(document.getElementById('page-config')?.textContent ?? '{}');
    const response = config.playerResponse;
    const text = async (url: string) => (await fetch(url)).text();
    const sheet = await fetch(
      new URL('harbour.storyboard-1.jpg', new URL(response.storyboardUrl, location.href)),
    );
    return {
      packagings: response.sources.map((source: { packaging: string }) => source.packaging),
      chapters: response.chapters,
      description: response.videoDetails.shortDescription,
      poster: (await fetch(response.posterUrl)).status,
      storyboard: await text(response.storyboardUrl),
      sheet: [sheet.status, sheet.headers.get('Content-Type')],
      captions: await text(response.captionTracks[0].url),
      language: response.captionTracks[0].languageCode,
      master: await text(response.sources[0].url),
    };
  });
  expect(video).toMatchObject({
    packagings: ['hls'],
    chapters: [
      { startSeconds: 0, title: 'Leaving' },
      { startSeconds: 2, title: 'Coming home' },
    ],
    description: 'A film of boats.',
    poster: 200,
    sheet: [200, 'image/jpeg'],
    language: 'en',
  });
  expect(video.storyboard).toContain('harbour.storyboard-1.jpg#xywh=160,0,160,90');
  expect(video.captions).toContain('Spoken <i>words</i>');
  expect(video.master.match(/RESOLUTION=\d+x\d+/g)).toEqual([
    'RESOLUTION=854x480',
    'RESOLUTION=426x240',
  ]);
  expect(video.master.match(/LANGUAGE="\w+"/g)).toEqual(['LANGUAGE="en"', 'LANGUAGE="es"']);
  expect(video.master).toMatch(
    /CODECS="avc1\.64[0-9a-f]{4},mp4a\.40\.2",RESOLUTION=854x480,FRAME-RATE=25\.000,AUDIO="audio"/,
  );
  // The film lasts four seconds and may have ended before this line.
  await page.locator('video').evaluate((video: HTMLVideoElement) => {
    video.pause();
    video.currentTime = 1;
  });
  await expect(page.locator('.captions p').first()).toHaveText('Spoken words');
  await page.locator('.seek').hover();
  await expect(page.locator('.preview')).toBeVisible();
  // The same file is the same video, even under another name.
  copyFileSync(join(cli.films, 'harbour.mkv'), join(cli.films, 'copy.mkv'));
  const again = await cli.offstage('add', 'copy.mkv');
  expect(again).toMatchObject({ code: 0, stdout: '' });
  expect(again.stderr).toContain(`it is already in the library as ${videoId} (Harbour)`);
  expect(await cli.offstage('remove', videoId, '--yes')).toMatchObject({
    code: 0,
    stdout: `Removed ${videoId}.\n`,
  });
  await expect
    .poll(async () => (await fetch(`${server.embedOrigin}/`)).text())
    .not.toContain(videoId);
  await server.dispose();
});

test('each file that is not a film, or damaged, is refused with one sentence, and the others are added [threat-added-films]', async ({
  cli,
}) => {
  const good = cli.film('good.mp4', ...picture('320x180'), ...h264);
  const whole = cli.film('whole.mkv', ...picture('640x360', 20), ...h264);
  writeFileSync(join(cli.films, 'empty.mp4'), '');
  writeFileSync(join(cli.films, 'text.mp4'), 'This is no film. '.repeat(500));
  writeFileSync(join(cli.films, 'huge.mp4'), readFileSync(good).subarray(0, 40));
  truncateSync(join(cli.films, 'huge.mp4'), 10_000_000_000);
  writeFileSync(join(cli.films, 'half.mp4'), readFileSync(good).subarray(0, 20_000));
  writeFileSync(
    join(cli.films, 'cut.mkv'),
    readFileSync(whole).subarray(0, readFileSync(whole).length / 2),
  );
  writeFileSync(
    join(cli.films, 'list.m3u8'),
    '#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXTINF:2,\nfile:///etc/passwd\n#EXT-X-ENDLIST\n',
  );
  writeFileSync(
    join(cli.films, 'disguised.mp4'),
    '#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXTINF:2,\nfile:///etc/passwd\n#EXT-X-ENDLIST\n',
  );
  mkdirSync(join(cli.films, 'folder.mp4'));
  cli.film('still.png', ...picture('64x64', 1), '-frames:v', '1');
  const refused = {
    'absent.mp4': 'the file does not exist; check the name.',
    'empty.mp4': 'the file is empty; copy it again.',
    'text.mp4':
      'it is damaged, truncated or not a video: its index (moov) is missing; copy it again.',
    'huge.mp4':
      'it is damaged, truncated or not a video: its index (moov) is missing; copy it again.',
    'half.mp4':
      'it is damaged, truncated or not a video: its index (moov) is missing; copy it again.',
    'cut.mkv': 'it is truncated or damaged; copy it again.',
    'list.m3u8': 'it is a playlist; add the video file, or serve the playlist with --media.',
    'disguised.mp4': 'it is a playlist; add the video file, or serve the playlist with --media.',
    'folder.mp4': 'it is a directory; name the files in it, or serve the directory with --media.',
    'still.png': 'it is an image; add a video file.',
  };
  const added = await cli.offstage('add', ...Object.keys(refused), 'good.mp4');
  expect(added.code).toBe(1);
  expect(added.stdout).toMatch(/^[\w-]{11} {2}good\n$/);
  for (const [file, sentence] of Object.entries(refused)) {
    const lines = added.stderr
      .split('\n')
      .filter((line) => line.startsWith(`${file}: `) && !line.endsWith('%'));
    expect(lines, file).toEqual([expect.stringContaining(sentence)]);
  }
  expect(cli.entries()).toEqual(['good']);
});

test('serve runs the server with its options, and exits as it does', async ({ cli }) => {
  const { child, ended } = cli.start([
    'serve',
    '--port',
    '0',
    '--demo-port',
    '0',
    '--data',
    join(cli.films, 'data'),
  ]);
  let output = '';
  child.stdout?.on('data', (chunk) => {
    output += chunk;
  });
  await expect.poll(() => output).toContain(`${cli.library} (0 videos)`);
  const origin = /^Event intake +(http:\/\/[^/]+)/m.exec(output)?.[1];
  expect((await fetch(`${origin}/healthz`)).status).toBe(200);
  child.kill('SIGTERM');
  expect((await ended).code).toBe(0);
  expect((await cli.offstage('serve', '--help')).stdout).toContain(
    'Usage: offstage serve [options]',
  );
});

test('--version answers before anything is installed', async ({ cli }) => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
  expect(await cli.offstage('--version')).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' });
});

test('wrong calls are explained and exit with 2', async ({ cli }) => {
  for (const [args, sentence] of [
    [
      ['add', 'a', 'b', '--title', 'T'],
      '--title works with one file only; add the others without it.',
    ],
    [['add', 'a', '--id', 'short'], '--id "short" is not a video id: use 11 characters'],
    [['add', 'a', '--media', '/no/such'], 'The media directory /no/such does not exist'],
    [['serve', '--prot', '1'], 'Unknown option --prot; --help lists the known ones.'],
  ] as const) {
    const refused = await cli.offstage(...args);
    expect(refused).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining(sentence),
    });
    expect(refused.stderr.trim().split('\n')).toHaveLength(1);
  }
});
