import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { expect } from '@playwright/test';
import { h264, picture, test } from './support/command-line.ts';
import { thorough } from './support/thorough.ts';

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

test('Ctrl-C leaves no incomplete video, and the command says so', thorough, async ({ cli }) => {
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

/**
 * A film of five minutes, quickly made by repeating two seconds: encoding it takes longer than any
 * test needs.
 */
function longFilm(cli: { film(name: string, ...args: string[]): string }): void {
  cli.film('part.mkv', ...picture('1280x720', 2, 30), ...h264);
  cli.film('long.mp4', '-stream_loop', '150', '-i', 'part.mkv', '-c', 'copy');
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
