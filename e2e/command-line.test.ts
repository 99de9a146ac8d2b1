import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { ffprobe, h264, picture, test, tone } from './support/command-line.ts';
import { startServerProcess } from './support/server-process.ts';
import { thorough } from './support/thorough.ts';

const srt = '1\n00:00:00,000 --> 00:00:03,500\nSpoken <i>words</i>\n';
const chapters = `;FFMETADATA1
title=Harbour
description=A film of boats.
[CHAPTER]
TIMEBASE=1/1000
START=0
END=2000
title=Leaving
[CHAPTER]
TIMEBASE=1/1000
START=2000
END=4000
title=Coming home
`;

const idOf = (stdout: string) => /^([\w-]{11}) {2}/m.exec(stdout)?.[1] ?? '';

/** A 4 s film in Matroska with every kind of track and metadata. */
function harbour(cli: { films: string; film(name: string, ...args: string[]): string }): string {
  writeFileSync(join(cli.films, 'words.srt'), srt);
  writeFileSync(join(cli.films, 'chapters.txt'), chapters);
  return cli.film(
    'harbour.mkv',
    ...picture('854x480', 4),
    ...tone(4),
    ...tone(4, 880),
    ...['-i', 'words.srt', '-i', 'chapters.txt', '-map_metadata', '4'],
    ...['-map', '0', '-map', '1', '-map', '2', '-map', '3', ...h264, '-c:a', 'aac', '-c:s', 'srt'],
    ...[
      '-metadata:s:a:0',
      'language=eng',
      '-metadata:s:a:1',
      'language=spa',
      '-metadata:s:s:0',
      'language=eng',
    ],
  );
}

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

test('all renditions have their keyframes at the same times, every two seconds', async ({
  cli,
}) => {
  cli.film('film.mp4', ...picture('1280x720', 5, 30), ...h264);
  expect(
    await cli.offstage('add', 'film.mp4', '--title', 'Named', '--id', 'namedvideo1'),
  ).toMatchObject({
    code: 0,
    stdout: 'namedvideo1  Named\n',
    stderr: expect.stringContaining('film.mp4: it has no sound.'),
  });
  const tracks = join(cli.library, 'film/tracks');
  const names = readdirSync(tracks).filter((name) => name.endsWith('.m3u8'));
  expect(names.toSorted()).toEqual(['video-240p.m3u8', 'video-480p.m3u8', 'video-720p.m3u8']);
  const flags = [
    '-v',
    'error',
    '-skip_frame',
    'nokey',
    '-show_entries',
    'frame=pts_time',
    '-of',
    'csv=p=0',
  ];
  const times = names.map((name) =>
    execFileSync(ffprobe, [...flags, name], { cwd: tracks, encoding: 'utf8' }),
  );
  expect(new Set(times).size).toBe(1);
  expect(times[0]?.match(/\d+\.\d+/g)?.map(Number)).toEqual([0, 2, 4]);
});

const odd: {
  what: string;
  file: string;
  args: string[];
  resolution: string | null;
  note?: string;
  isTurned?: boolean;
  isThorough?: boolean;
}[] = [
  {
    what: 'a rotated film',
    file: 'turned.mp4',
    args: [...picture('320x180'), ...h264],
    isTurned: true,
    resolution: '180x320',
  },
  {
    what: 'odd sizes',
    file: 'odd.mkv',
    args: [...picture('321x181'), '-c:v', 'ffv1'],
    isThorough: true,
    resolution: '320x180',
  },
  {
    what: 'frames at uneven times',
    file: 'uneven.mp4',
    args: [
      ...picture('320x180', 3, 30),
      '-vf',
      "select='not(mod(n,3))+lt(n,30)'",
      '-vsync',
      'vfr',
      ...h264,
    ],
    resolution: '320x180',
    note: 'its frame rate varies',
    isThorough: true,
  },
  {
    what: 'high dynamic range',
    file: 'hdr.mkv',
    args: [
      ...picture('320x180'),
      ...['-c:v', 'libx265', '-x265-params', 'log-level=none', '-pix_fmt', 'yuv420p10le'],
      ...['-color_primaries', 'bt2020', '-color_trc', 'smpte2084', '-colorspace', 'bt2020nc'],
    ],
    resolution: '320x180',
    note: 'its HDR picture is converted to SDR',
    isThorough: true,
  },
  {
    what: 'pixels that are not square',
    file: 'wide.mp4',
    args: [...picture('360x288'), '-vf', 'setsar=16/11', ...h264],
    resolution: '524x288',
    isThorough: true,
  },
  {
    what: 'an interlaced film',
    file: 'interlaced.mkv',
    args: [
      ...picture('320x180', 2, 50),
      '-vf',
      'interlace',
      '-flags',
      '+ildct+ilme',
      '-c:v',
      'mpeg2video',
    ],
    resolution: '320x180',
    isThorough: true,
  },
  {
    what: 'audio alone',
    file: 'song.m4a',
    args: [...tone(2), '-c:a', 'aac', '-metadata', 'title=A song'],
    resolution: null,
    note: 'it has no picture, only sound',
  },
];
for (const { what, file, args, isTurned, isThorough, resolution, note } of odd) {
  test(
    `${what}: the film is added as its maker meant it`,
    isThorough ? thorough : {},
    async ({ cli }) => {
      const path = cli.film(file, ...args);
      if (isTurned === true) writeFileSync(path, turned(readFileSync(path)));
      const added = await cli.offstage('add', file);
      expect(added).toMatchObject({ code: 0 });
      if (note !== undefined) expect(added.stderr).toContain(`${file}: ${note}`);
      const [listed] = JSON.parse((await cli.offstage('list', '--json')).stdout);
      expect(listed).toMatchObject({ problem: null, packagings: ['hls'] });
      expect(listed.lengthSeconds).toBeGreaterThan(1.9);
      const folder = file.replace(/\.\w+$/, '');
      const master = readFileSync(join(cli.library, folder, `${folder}.m3u8`), 'utf8');
      expect(/RESOLUTION=(\d+x\d+)/.exec(master)?.[1] ?? null).toBe(resolution);
      expect(existsSync(join(cli.library, folder, `${folder}.jpg`))).toBe(resolution !== null);
    },
  );
}

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

test('a killed command leaves no visible video, its encoder ends, and the next command cleans up', async ({
  cli,
}) => {
  longFilm(cli);
  const { child } = cli.start(['add', 'long.mp4']);
  await expect.poll(() => encodersIn(cli.library)).not.toEqual([]);
  const [hidden] = cli.entries();
  expect(cli.entries()).toEqual([expect.stringMatching(/^\.adding-/)]);
  child.kill('SIGKILL');
  // Either the command ends its encoder itself, or the kill reaches it; the effect is the same.
  await expect.poll(() => encodersIn(cli.library)).toEqual([]);
  expect(JSON.parse((await cli.offstage('list', '--json')).stdout)).toEqual([]);
  cli.film('short.mp4', ...picture('320x180'), ...h264);
  expect(await cli.offstage('add', 'short.mp4')).toMatchObject({ code: 0 });
  expect(cli.entries()).toEqual(['short']);
  expect(cli.entries()).not.toContain(hidden);
});

test(
  'a process killed with -9 while adding leaves neither encoder nor video, and the next one cleans up',
  thorough,
  async ({ cli }) => {
    longFilm(cli);
    const { ended } = cli.start(['add', 'long.mp4']);
    await expect.poll(() => encodersIn(cli.library)).not.toEqual([]);
    const pid = Number(/^\.adding-[^-]*-(\d+)-/.exec(cli.entries()[0] ?? '')?.[1]);
    process.kill(pid, 'SIGKILL');
    expect((await ended).code).toBe(1);
    await expect.poll(() => encodersIn(cli.library)).toEqual([]);
    expect(cli.entries()).toEqual([expect.stringMatching(/^\.adding-/)]);
    cli.film('short.mp4', ...picture('320x180'), ...h264);
    const next = await cli.offstage('add', 'short.mp4');
    expect(next.stderr).toContain('Removed the leftovers of 1 stopped command.');
    expect(cli.entries()).toEqual(['short']);
  },
);

test('Ctrl-C leaves no incomplete video, and the command says so', async ({ cli }) => {
  longFilm(cli);
  const { child, ended } = cli.start(['add', 'long.mp4', 'long.mp4']);
  await expect.poll(() => encodersIn(cli.library)).not.toEqual([]);
  child.kill('SIGINT');
  expect(await ended).toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringContaining('stopped; nothing was added to the library.'),
  });
  expect(cli.entries()).toEqual([]);
  expect(encodersIn(cli.library)).toEqual([]);
});

test('without ffmpeg, a film that browsers play is added unchanged, any other is refused, and the command names ffmpeg as missing', async ({
  cli,
}) => {
  cli.film('plays.mp4', ...picture('320x180'), ...h264);
  cli.film('foreign.mkv', ...picture('320x180'), ...h264);
  cli.film('old.mp4', ...picture('320x180'), '-c:v', 'mpeg4');
  const bare = { FFMPEG_PATH: '/nowhere/ffmpeg', FFPROBE_PATH: '/nowhere/ffprobe' };
  const added = await cli.start(['add', 'plays.mp4', 'foreign.mkv', 'old.mp4'], bare).ended;
  expect(added).toMatchObject({ code: 1, stdout: expect.stringMatching(/^[\w-]{11} {2}plays\n$/) });
  const missing = '/nowhere/ffmpeg is not installed; install it with "apt-get install ffmpeg"';
  expect(added.stderr).toContain(
    `plays.mp4: added as it is, without poster, storyboard or other qualities: ${missing}`,
  );
  expect(added.stderr).toContain(
    `foreign.mkv: browsers can only play .mp4, .m4v and .webm without conversion, and ${missing}`,
  );
  expect(added.stderr).toMatch(
    /old\.mp4: its format is one that browsers cannot play in \.mp4, and \/nowhere/,
  );
  const listed = JSON.parse((await cli.offstage('list', '--json')).stdout);
  expect(listed).toMatchObject([{ packagings: ['progressive'], width: 320, problem: null }]);
});

test('--no-ladder keeps the single quality with its index first, and refuses films that browsers cannot play', async ({
  cli,
}) => {
  harbour(cli);
  cli.film('clip.webm', ...picture('320x180'), '-c:v', 'libvpx', '-b:v', '200k');
  cli.film('new.mp4', ...picture('320x180'), '-c:v', 'libx265', '-x265-params', 'log-level=none');
  const added = await cli.offstage(
    'add',
    '--no-ladder',
    '--private',
    'harbour.mkv',
    'clip.webm',
    'new.mp4',
  );
  expect(added.code).toBe(1);
  expect(added.stderr).toContain('new.mp4: browsers cannot play hevc; add it without --no-ladder.');
  expect(readdirSync(join(cli.library, 'harbour')).toSorted()).toEqual([
    'harbour.en.vtt',
    'harbour.jpg',
    'harbour.json',
    'harbour.mp4',
    'harbour.storyboard-1.jpg',
    'harbour.storyboard.vtt',
  ]);
  const film = readFileSync(join(cli.library, 'harbour/harbour.mp4'));
  expect(film.indexOf('moov')).toBeLessThan(film.indexOf('mdat'));
  const listed = JSON.parse((await cli.offstage('list', '--json')).stdout);
  expect(
    listed.map(({ isPrivate, packagings }: { isPrivate: boolean; packagings: string[] }) => [
      isPrivate,
      packagings,
    ]),
  ).toEqual([
    [true, ['progressive']],
    [true, ['progressive']],
  ]);
});

test('an edited film changes on the page of a running server, with captions, poster and privacy', async ({
  cli,
}) => {
  cli.film('film.mp4', ...picture('320x180'), ...h264);
  cli.film('still.png', ...picture('64x64', 1), '-frames:v', '1');
  writeFileSync(join(cli.films, 'words.srt'), srt);
  const server = await startServerProcess(['--media', cli.library]);
  const origin = ['--origin', server.embedOrigin];
  const added = await cli.offstage('add', 'film.mp4', '--no-ladder', ...origin);
  const url = /embed {3}(\S+)/.exec(added.stderr)?.[1] ?? '';
  await expect.poll(async () => (await fetch(url)).status).toBe(200);
  const videoId = idOf(added.stdout);
  const parts = ['--captions', 'en=words.srt', '--poster', 'still.png'];
  const edited = await cli.offstage('edit', videoId, '--title', 'Edited', ...parts);
  expect(edited).toMatchObject({
    code: 0,
    stdout: `Changed ${videoId}: title, captions, poster.\n`,
  });
  const page = async () => (await fetch(url)).text();
  await expect.poll(page).toContain('<title>Edited');
  expect(await page()).toContain('/media/film/film.en.vtt');
  expect(await page()).toContain('/media/film/film.png');
  expect(await cli.offstage('edit', videoId, '--private')).toMatchObject({ code: 0 });
  await expect.poll(page).not.toContain('Edited');
  await server.dispose();
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
    [['add'], 'offstage add needs more arguments; usage: offstage add FILE… [options]'],
    [
      ['add', 'a', 'b', '--title', 'T'],
      '--title works with one file only; add the others without it.',
    ],
    [['add', 'a', '--id', 'short'], '--id "short" is not a video id: use 11 characters'],
    [['add', 'a', '--media', '/no/such'], 'The media directory /no/such does not exist'],
    [['serve', '--prot', '1'], 'Unknown option --prot; --help lists the known ones.'],
    [['upload'], 'Unknown command "upload"'],
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

/**
 * A film of five minutes, quickly made by repeating two seconds: encoding it takes longer than any
 * test needs.
 */
function longFilm(cli: { film(name: string, ...args: string[]): string }): void {
  cli.film('part.mkv', ...picture('1280x720', 2, 30), ...h264);
  cli.film('long.mp4', '-stream_loop', '150', '-i', 'part.mkv', '-c', 'copy');
}

/** An MP4 whose header requests a rotation by 90°, as phones write it (ISO/IEC 14496-12 §8.3.2). */
function turned(film: Buffer): Buffer {
  const matrix = film.indexOf('tkhd') + 4 + 40;
  const values = [0, 0x10000, 0, -0x10000, 0, 0, 0, 0, 0x40000000];
  for (const [index, value] of values.entries()) film.writeInt32BE(value, matrix + index * 4);
  return film;
}

/** Command lines of encoders that write below a directory. */
function encodersIn(directory: string): string[] {
  const found: string[] = [];
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const where = readlinkSync(`/proc/${pid}/cwd`);
      const what = readFileSync(`/proc/${pid}/comm`, 'utf8').trim();
      if (where.startsWith(directory) && what === 'ffmpeg') found.push(pid);
    } catch {
      // It has ended in the meantime.
    }
  }
  return found;
}
