import { chmodSync, existsSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { installation } from '../../support/installation.ts';
import { runDoctor } from '../../support/run-doctor.ts';
import { runOffstage, startOffstage } from '../../support/run-offstage.ts';
import { tempDirectory } from '../../support/temp-directory.ts';

/** A program that prints this for every question. */
function fakeTool(script: string): Record<string, string> {
  const directory = tempDirectory({ tool: `#!/bin/sh\n${script}\n` });
  chmodSync(join(directory, 'tool'), 0o755);
  symlinkSync(join(directory, 'tool'), join(directory, 'probe'));
  return { FFMPEG_PATH: join(directory, 'tool'), FFPROBE_PATH: join(directory, 'probe') };
}

test.each([
  ['missing', { FFMPEG_PATH: '/nowhere/ffmpeg' }, '/nowhere/ffmpeg is not installed'],
  ['broken', fakeTool.bind(null, 'echo no library >&2; exit 3'), 'does not run (no library)'],
  ['endless', fakeTool.bind(null, 'yes'), 'does not run'],
  [
    'without an encoder',
    fakeTool.bind(null, 'echo ffmpeg version 6.1'),
    'lacks libx264 (encoders)',
  ],
])('ffmpeg that is %s is a warning, because only add needs it', async (_, env, says) => {
  const { code, findings } = await runDoctor(
    installation(),
    typeof env === 'function' ? env() : env,
  );
  expect(code).toBe(0);
  expect(findings.ffmpeg).toMatchObject({
    status: 'warning',
    message: expect.stringContaining(says),
    fix: expect.stringMatching(/^Install ffmpeg 5 or later.*, or name .*\.$/),
  });
});

test('Ctrl-C ends the doctor and the programs that it runs', async () => {
  const pidFile = join(tempDirectory(), 'pid');
  const hangs = fakeTool(`echo $$ > ${pidFile}; sleep 1000`);
  const { child, ended } = startOffstage(['doctor', ...installation()], hangs);
  await expect.poll(() => existsSync(pidFile) && readFileSync(pidFile, 'utf8')).toMatch(/\d\n/);
  child.kill('SIGINT');
  const { code, stderr } = await ended;
  expect(code).toBe(1);
  expect(stderr).toContain('Stopped; not everything was checked.');
  const pid = Number(readFileSync(pidFile, 'utf8'));
  expect(() => process.kill(pid, 0)).toThrow('ESRCH');
});

test('without --json each check is a line: status, name, sentence and way out', async () => {
  const mediaDir = join(tempDirectory(), 'none');
  const { code, stdout } = await runOffstage([
    'doctor',
    ...installation(tempDirectory(), mediaDir),
  ]);
  expect(code).toBe(1);
  const lines = stdout.trimEnd().split('\n');
  for (const line of lines) expect(line).toMatch(/^(ok|warning|problem) +[a-z-]+ +[^ ].*\.$/);
  expect(lines.map((line) => line.split(/ +/)[1])).toEqual([
    'port',
    'demo-port',
    'server',
    'media',
    'data',
    'data-use',
    'store',
    'disk-media',
    'disk-data',
    'ffmpeg',
  ]);
  expect(lines[3]).toBe(
    `problem  media       The media directory ${mediaDir} does not exist. Create it, or choose another with --media.`,
  );
});

test.each([
  [['--port', 'x'], '--port "x" is not a port; give a number from 0 to 65535.'],
  [
    ['--origin', 'video.example'],
    '--origin "video.example" is not an origin; use the public scheme',
  ],
  [['--prot', '1'], 'Unknown option --prot; offstage doctor --help lists the options.'],
  [['--trusted-proxy', 'all'], '--trusted-proxy "all" is invalid'],
])('doctor %j is refused with 2 before any check', async (args, sentence) => {
  expect(await runOffstage(['doctor', ...args])).toMatchObject({
    code: 2,
    stdout: '',
    stderr: expect.stringContaining(sentence),
  });
});
