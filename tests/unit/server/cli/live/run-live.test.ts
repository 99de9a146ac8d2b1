import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { fileOwner } from '../../../../../server/cli/add/file-owner.ts';
import { runLive } from '../../../../../server/cli/run-live.ts';
import { fakeMediaTools } from '../../support/fake-media-tools.ts';
import { sampleMp4 } from '../../support/media-samples.ts';
import { runCommand } from '../../support/run-command.ts';
import { tempDirectory } from '../../support/temp-directory.ts';

const key = 'a-key-of-tests-with-32-characters';

/** Runs `offstage live show`, which by default ends before it listens. */
function createLive({ signal = AbortSignal.abort() } = {}) {
  const cwd = tempDirectory({ 'media/other.mp4': sampleMp4, 'data/signing-key': `${key}\n` });
  const env = {
    ...fakeMediaTools(),
    OFFSTAGE_MEDIA: join(cwd, 'media'),
    OFFSTAGE_DATA: join(cwd, 'data'),
  };
  const live = (...argv: string[]) =>
    runCommand(runLive, ['live', 'show', ...argv], { cwd, env, signal });
  return { cwd, env, live, folder: join(cwd, 'media/show') };
}

const fromObs = ['--from', 'rtmp://0.0.0.0/live'];

test('it prints the id, where the stream is, and what a sender needs', async () => {
  const { live, folder } = createLive();
  const { code, stdout, stderr } = await live(...fromObs, '--id', 'liveshow001');
  expect([code, stdout]).toEqual([0, 'liveshow001  show\n']);
  expect(stderr).toMatch(
    new RegExp(
      `^  folder   ${folder}\n  embed    http://localhost:4400/embed/liveshow001\n  send to  rtmp://THIS-MACHINE:1935/live\n  key      [0-9a-f]{24}\n$`,
    ),
  );
});

test('with --json it prints the same as an object, whose key stays the same', async () => {
  const { live, folder } = createLive();
  const first = JSON.parse((await live(...fromObs, '--json')).stdout);
  expect(first).toEqual({
    id: expect.stringMatching(/^[\w-]{11}$/),
    title: 'show',
    folder,
    embedUrl: `http://localhost:4400/embed/${first.id}`,
    sendTo: {
      server: 'rtmp://THIS-MACHINE:1935/live',
      streamKey: expect.stringMatching(/^[0-9a-f]{24}$/),
    },
    isDryRun: false,
  });
  expect(JSON.parse((await live(...fromObs, '--json')).stdout)).toEqual(first);
  const other = await live(...fromObs, '--json', '--signing-key', `another-${key}`);
  expect(JSON.parse(other.stdout).sendTo.streamKey).not.toBe(first.sendTo.streamKey);
});

test('a private stream has no embed URL', async () => {
  const { live } = createLive();
  const { stdout } = await live(...fromObs, '--private', '--json');
  expect(JSON.parse(stdout).embedUrl).toBeNull();
});

test('a dry run makes neither folder nor key', async () => {
  const { live, cwd, env } = createLive();
  env.OFFSTAGE_DATA = join(cwd, 'new');
  const { code, stdout } = await live(...fromObs, '--dry-run', '--json');
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ isDryRun: true, sendTo: null });
  expect([existsSync(env.OFFSTAGE_DATA), readdirSync(env.OFFSTAGE_MEDIA)]).toEqual([
    false,
    ['other.mp4'],
  ]);
});

test.each([
  [[], '--from is missing: where the stream comes from, such as rtmp://0.0.0.0/live.'],
  [['--from', 'https://example.com/a'], 'is not supported; use rtmp://0.0.0.0/live'],
  [[...fromObs, '--id', 'short'], '--id "short" is not a video id'],
  [[...fromObs, '--origin', 'x'], '--origin "x" is not an origin'],
  [[...fromObs, '--media', 'none'], 'does not exist; create it'],
  [[...fromObs, '--signing-key', 'short'], '--signing-key'],
  [[...fromObs, '--data', 'data', '--signing-key', key], '--data has no effect'],
  [['--from', 'a.mp4', '--data', 'data'], '--data has no effect with a file'],
  [['--from', 'a.mp4', '--signing-key', key], '--signing-key has no effect with a file'],
])('a call with %j is refused with 2 and makes nothing', async (argv, sentence) => {
  const { live, env } = createLive();
  const { code, stderr } = await live(...argv);
  expect(code).toBe(2);
  expect(stderr).toContain(sentence);
  expect(readdirSync(env.OFFSTAGE_MEDIA)).toEqual(['other.mp4']);
});

test.each([
  [['--id', 'othershow01'], 'it is already there as liveshow001, not as othershow01. An id stays;'],
  [
    ['--title', "It's new"],
    String.raw`but with another title. To change it, run npx offstage edit liveshow001 --title 'It'\''s new'`,
  ],
  [['--private'], 'but public. To change it, run npx offstage edit liveshow001 --private'],
])('a stream that is there, started again with %j, stays as it is', async (argv, says) => {
  const { live, folder } = createLive();
  await live(...fromObs, '--id', 'liveshow001');
  const sidecar = readFileSync(join(folder, 'show.json'), 'utf8');
  const { code, stderr } = await live(...fromObs, ...argv);
  expect(code).toBe(1);
  expect(stderr).toMatch(/^show: it is already there as liveshow001, /m);
  expect(stderr).toContain(says);
  expect(readFileSync(join(folder, 'show.json'), 'utf8')).toBe(sidecar);
});

test('a name whose folder is something else is refused', async () => {
  const { live, env } = createLive();
  writeFileSync(join(env.OFFSTAGE_MEDIA, 'show'), 'mine');
  const { code, stderr } = await live(...fromObs);
  expect(code).toBe(1);
  expect(stderr).toContain(
    `show: ${env.OFFSTAGE_MEDIA}/show is something else; choose another name`,
  );
});

test('an id of another video is refused', async () => {
  const { live, env } = createLive();
  writeFileSync(join(env.OFFSTAGE_MEDIA, 'other.json'), '{"id":"othervideo1"}');
  const { code, stderr } = await live(...fromObs, '--id', 'othervideo1');
  expect(code).toBe(1);
  expect(stderr).toContain('show: another video already has the id othervideo1');
});

test('two commands do not write the same stream, and a killed one keeps nobody out', async () => {
  const { live, folder } = createLive();
  await live(...fromObs);
  const file = join(folder, '.live');
  writeFileSync(file, 'another-machine-1');
  expect(await live(...fromObs)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining(
      `show: another offstage live writes this stream; stop it, or choose another name. If there is none, remove ${file}.`,
    ),
  });
  writeFileSync(file, fileOwner.replace(/-\d+$/, '-99999999'));
  expect((await live(...fromObs)).code).toBe(0);
  expect(existsSync(file)).toBe(false);
});

test('an address that is in use is said', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  onTestFinished(() => {
    taken.close();
  });
  const { port } = taken.address() as AddressInfo;
  const { live, folder } = createLive({ signal: new AbortController().signal });
  const { code, stderr } = await live('--from', `rtmp://127.0.0.1:${port}/live`);
  expect(code).toBe(1);
  expect(stderr).toContain(
    `show: cannot listen at 127.0.0.1:${port} (EADDRINUSE); choose another address with --from.`,
  );
  expect(existsSync(join(folder, '.live'))).toBe(false);
});
