import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runAdd } from '../../../../../server/cli/run-add.ts';
import { runRemove } from '../../../../../server/cli/run-remove.ts';
import { scanLibrary } from '../../../../../server/library/scan-library.ts';
import { sampleMp4 } from '../../support/media-samples.ts';
import { runCommand } from '../../support/run-command.ts';
import { tempDirectory } from '../../support/temp-directory.ts';

/** Without ffmpeg the work is small, and the rules are the same. */
const env = { FFMPEG_PATH: '/nowhere/ffmpeg' };
const png = Buffer.from('\x89PNG\r\n\x1a\n and the rest', 'latin1');

/** Runs `offstage add` in a directory with a film and parts. */
function createAdd(mediaDir = tempDirectory()) {
  const given = {
    'film.mp4': sampleMp4,
    'words.vtt': 'WEBVTT\n\nwords',
    "it's.vtt": 'WEBVTT\n\nwords',
    'poster.jpg': png,
    'chapters.txt': '0:00 Start\n',
    'late.txt': '0:31.900 End\n0:32.500 Beyond\n1:00 Far beyond\n',
  };
  const cwd = tempDirectory(given);
  const add = (...argv: string[]) =>
    runCommand(runAdd, ['add', 'film.mp4', '--media', mediaDir, ...argv], { cwd, env });
  return { mediaDir, add };
}

test('add prints the id, and where the video is, how it is embedded and how it is changed', async () => {
  const { mediaDir, add } = createAdd();
  const origin = ['--origin', 'https://player.example'];
  const { stdout, stderr } = await add('--id', 'namedvideo1', ...origin);
  expect(stdout).toBe('namedvideo1  film\n');
  expect(stderr.split('\n').slice(-4)).toEqual([
    `  folder  ${join(mediaDir, 'film')}`,
    '  embed   https://player.example/embed/namedvideo1',
    `  change  npx offstage edit namedvideo1 --title TEXT --captions en=FILE --poster FILE --media ${mediaDir}`,
    '',
  ]);
});

test('of a private video, add prints how to sign its URL instead', async () => {
  const { mediaDir, add } = createAdd();
  const { stderr } = await add('--id', 'namedvideo1', '--private');
  expect(stderr).toContain(
    `  sign    npx offstage sign namedvideo1 --expires 2h --origin http://localhost:4400 --media ${mediaDir}\n`,
  );
  expect(stderr).toContain(
    "          http://localhost:4400 is the default; --origin names your player's address\n",
  );
  expect(stderr).not.toContain('/embed/');
});

test('a film is not added with chapters that begin after its end', async () => {
  const { mediaDir, add } = createAdd();
  expect(await add('--chapters', 'late.txt')).toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(
      /^film\.mp4: --chapters: "Beyond" begins at 0:32\.5, but the film ends at 0:32; correct its time, or leave it out\.$/m,
    ),
  });
  expect(readdirSync(mediaDir)).toEqual([]);
});

test('captions, poster and chapters of the call are parts of the added video', async () => {
  const { mediaDir, add } = createAdd();
  const parts = ['--captions', 'en=words.vtt', '--poster', 'poster.jpg'];
  expect(await add('--id', 'namedvideo1', ...parts, '--chapters', 'chapters.txt')).toMatchObject({
    code: 0,
  });
  const { videos } = await scanLibrary(mediaDir);
  expect(videos.get('namedvideo1')?.response).toMatchObject({
    captionTracks: [{ languageCode: 'en' }],
    posterUrl: expect.stringContaining('film.png'),
    chapters: [{ startSeconds: 0, title: 'Start' }],
  });
});

test('a part that cannot be used is refused with 2 before any work', async () => {
  const { mediaDir, add } = createAdd();
  const refused = await add('--captions', 'en=none.vtt');
  expect(refused).toMatchObject({ code: 2, stdout: '' });
  expect(refused.stderr).toContain('none.vtt cannot be read (ENOENT)');
  expect(readdirSync(mediaDir)).toEqual([]);
});

test.each([
  [
    ['--private'],
    'film.mp4: it is already in the library as firstvideo1 (film), but public; nothing was changed. To change it, run npx offstage edit firstvideo1 --private --media MEDIA\n',
  ],
  [
    ['--title', "It's new"],
    String.raw`but with another title; nothing was changed. To change it, run npx offstage edit firstvideo1 --title 'It'\''s new' --media MEDIA`,
  ],
  [
    ['--captions', 'en=words.vtt', '--chapters', 'chapters.txt'],
    "nothing was changed. Its captions, chapters may be other than yours. To change it, run npx offstage edit firstvideo1 --captions 'en=words.vtt' --chapters chapters.txt --media MEDIA",
  ],
  [['--id', 'othervideo1'], 'not as othervideo1; nothing was changed. An id stays'],
  [
    ['--captions', "en=it's.vtt", '--title=--\u202e'],
    String.raw`npx offstage edit firstvideo1 --title=$'--\u202e' --captions 'en=it'\''s.vtt' --media MEDIA`,
  ],
])(
  'a film that is there, added again with %j, is refused and stays as it is',
  async (argv, says) => {
    const { mediaDir, add } = createAdd();
    await add('--id', 'firstvideo1');
    const sidecar = join(mediaDir, 'film/film.json');
    const before = readFileSync(sidecar, 'utf8');
    const again = await add(...argv);
    expect(again).toMatchObject({ code: 1, stdout: '' });
    expect(again.stderr).toContain(says.replace('MEDIA', mediaDir));
    expect(readFileSync(sidecar, 'utf8')).toBe(before);
  },
);

test('a film that is there as the call wants it is no failure', async () => {
  const { add } = createAdd();
  const argv = ['--id', 'firstvideo1', '--private', '--title', 'Named'];
  await add(...argv);
  expect(await add(...argv)).toMatchObject({ code: 0, stdout: '' });
  expect(await add()).toMatchObject({ code: 0, stdout: '' });
});

test('--json prints each file with its video or its failure', async () => {
  const { mediaDir, add } = createAdd();
  const { code, stdout } = await add('none.mp4', '--json');
  expect(code).toBe(1);
  expect(JSON.parse(stdout)).toEqual([
    {
      file: 'film.mp4',
      id: expect.stringMatching(/^[\w-]{11}$/),
      title: 'film',
      folder: join(mediaDir, 'film'),
      embedUrl: expect.stringMatching(/^http:\/\/localhost:4400\/embed\/[\w-]{11}$/),
      notes: [expect.stringContaining('added as it is')],
      error: null,
    },
    {
      file: 'none.mp4',
      id: null,
      title: null,
      folder: null,
      embedUrl: null,
      notes: [],
      error: { code: 'NO_FILE', message: 'the file does not exist; check the name' },
    },
  ]);
});

test('--dry-run says what add would do, and adds nothing', async () => {
  const { mediaDir, add } = createAdd();
  const origin = ['--origin', 'https://player.example'];
  const { code, stdout, stderr } = await add('--id', 'namedvideo1', '--dry-run', ...origin);
  expect({ code, stdout }).toEqual({ code: 0, stdout: 'namedvideo1  film\n' });
  expect(stderr).toContain('film.mp4: would be added as it is');
  expect(stderr).toContain('  embed   https://player.example/embed/namedvideo1\n');
  expect(stderr).not.toMatch(/folder|change/);
  expect(readdirSync(mediaDir)).toEqual([]);
});

test('the default directory is named, and one of the environment is not', async () => {
  const cwd = tempDirectory({ 'film.mp4': sampleMp4 });
  const call = ['add', 'film.mp4', '--dry-run'];
  const byDefault = await runCommand(runAdd, call, { cwd, env });
  expect(byDefault.stderr).toMatch(
    /^Using the media directory \/.*\/media \(default; --media or OFFSTAGE_MEDIA names another\)\.\n/,
  );
  const named = { ...env, OFFSTAGE_MEDIA: tempDirectory() };
  expect((await runCommand(runAdd, call, { cwd, env: named })).stderr).not.toContain(
    'media directory',
  );
});

test('remove --dry-run removes nothing, asks nothing, and prints JSON on request', async () => {
  const { mediaDir, add } = createAdd();
  await add('--id', 'namedvideo1');
  const remove = (...argv: string[]) =>
    runCommand(runRemove, ['remove', 'namedvideo1', '--media', mediaDir, ...argv]);
  expect(await remove('--dry-run')).toEqual({
    code: 0,
    stdout: 'Would remove namedvideo1.\n',
    stderr: '',
  });
  expect(existsSync(join(mediaDir, 'film'))).toBe(true);
  const { stdout } = await remove('--json', '--yes');
  expect(JSON.parse(stdout)).toEqual({ removed: ['namedvideo1'], isDryRun: false });
  expect(existsSync(join(mediaDir, 'film'))).toBe(false);
});
