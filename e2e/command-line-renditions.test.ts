import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { ffprobe, h264, picture, test, tone } from './support/command-line.ts';
import { harbour } from './support/harbour-film.ts';
import { thorough } from './support/thorough.ts';

test(
  'all renditions have their keyframes at the same times, every two seconds',
  thorough,
  async ({ cli }) => {
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
  },
);

const odd: {
  what: string;
  file: string;
  args: string[];
  resolution: string | null;
  note?: string;
  isTurned?: boolean;
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
  },
  {
    what: 'pixels that are not square',
    file: 'wide.mp4',
    args: [...picture('360x288'), '-vf', 'setsar=16/11', ...h264],
    resolution: '524x288',
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
  },
  {
    what: 'audio alone',
    file: 'song.m4a',
    args: [...tone(2), '-c:a', 'aac', '-metadata', 'title=A song'],
    resolution: null,
    note: 'it has no picture, only sound',
  },
];

for (const { what, file, args, isTurned, resolution, note } of odd) {
  test(`${what}: the film is added as its maker meant it`, thorough, async ({ cli }) => {
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
  });
}

test(
  '--no-ladder keeps the single quality with its index first, and refuses films that browsers cannot play',
  thorough,
  async ({ cli }) => {
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
    expect(added.stderr).toContain(
      'new.mp4: browsers cannot play hevc; add it without --no-ladder.',
    );
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
  },
);

/** An MP4 whose header requests a rotation by 90°, as phones write it (ISO/IEC 14496-12 §8.3.2). */
function turned(film: Buffer): Buffer {
  const matrix = film.indexOf('tkhd') + 4 + 40;
  const values = [0, 0x10000, 0, -0x10000, 0, 0, 0, 0, 0x40000000];
  for (const [index, value] of values.entries()) film.writeInt32BE(value, matrix + index * 4);
  return film;
}
