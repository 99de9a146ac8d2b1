import { chmodSync, existsSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { commands } from '../../../../../server/cli/commands.js';
import { listChecks, uncheckedOptions } from '../../../../../server/cli/doctor/list-checks.ts';
import { runDoctor as doctor } from '../../../../../server/cli/run-doctor.ts';
import { parseOptions } from '../../../../../server/options/parse-options.js';
import { optionList, serverOptions } from '../../../../../server/options/server-options.js';
import { installation } from '../../support/installation.ts';
import { runCommand } from '../../support/run-command.ts';
import { runDoctor, withoutFfmpeg } from '../../support/run-doctor.ts';
import { runOffstage, startOffstage } from '../../support/run-offstage.ts';
import { tempDirectory } from '../../support/temp-directory.ts';

/** Runs `offstage doctor` in this process, without `--json`. */
const runInText = (args: readonly string[]) =>
  runCommand(doctor, ['doctor', ...args], { env: { PATH: process.env.PATH, ...withoutFfmpeg } });

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
])('ffmpeg that is %s is a warning, because only add and live need it', async (_, env, says) => {
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
  const hangs = fakeTool(`echo $$ >> ${pidFile}; sleep 1000`);
  const { child, ended } = startOffstage(['doctor', ...installation()], hangs);
  await expect.poll(() => existsSync(pidFile) && readFileSync(pidFile, 'utf8')).toMatch(/\d\n/);
  child.kill('SIGINT');
  const { code, stderr } = await ended;
  expect(code).toBe(1);
  expect(stderr).toContain('Stopped; not everything was checked.');
  for (const pid of readFileSync(pidFile, 'utf8').trim().split('\n'))
    expect(() => process.kill(Number(pid), 0)).toThrow('ESRCH');
});

test('without --json each check is a line: status, name, sentence and way out', async () => {
  const mediaDir = join(tempDirectory(), 'none');
  const { code, stdout } = await runInText(installation(tempDirectory(), mediaDir));
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
    'spool',
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
  [['--trusted-proxy', 'all'], '--trusted-proxy "all" is invalid'],
])('doctor %j is refused with 2 before any check', async (args, sentence) => {
  expect(await runInText(args)).toMatchObject({
    code: 2,
    stdout: '',
    stderr: expect.stringContaining(sentence),
  });
});

test('an unknown option of the doctor is refused with 2 before any check', async () => {
  expect(await runOffstage(['doctor', '--prot', '1'])).toEqual({
    code: 2,
    stdout: '',
    stderr: 'Unknown option --prot; offstage doctor --help lists the options.\n',
  });
});

test('options that no check looks at are named in one line, those of the environment are not', async () => {
  const given = ['--brand', 'B', '--port', '0', '--trusted-proxy', 'loopback', '--keep-days', '60'];
  const place = ['--media', tempDirectory(), '--data', tempDirectory(), '--demo-port', '0'];
  const { stderr, code } = await runDoctor([...place, ...given], { OFFSTAGE_LOG: 'json' });
  expect(code).toBe(0);
  expect(stderr.split('\n').filter((line) => line.includes('No check'))).toEqual([
    'No check looks at --trusted-proxy, --keep-days, --brand; only the form of the value is checked.',
  ]);
  expect((await runDoctor(installation())).stderr).not.toContain('No check');
});

test('each of several stores is checked', async () => {
  const stores = ['a', 'b'].flatMap((name) => ['--store', `postgres://u@127.0.0.1:1/${name}`]);
  const { stdout } = await runInText([...installation(), ...stores]);
  for (const name of ['a', 'b'])
    expect(stdout).toContain(`PostgreSQL u@127.0.0.1:1/${name} cannot be reached`);
});

test.each([null, 'http://127.0.0.1:1'])(
  'the options that checks look at are all that are not named (origin %s)',
  async (origin) => {
    const store = ['--store', 'postgres://a@127.0.0.1:1/a'];
    const replica = ['--store-replica', 'postgres://a@127.0.0.1:1/a'];
    const place = [...installation(), ...store, ...replica];
    const parsed = parseOptions(place, {});
    if (!parsed.ok || parsed.value === 'help') throw new Error('expected options');
    const seen = new Set<string>();
    const options = new Proxy(parsed.value, {
      get(target, key: keyof typeof serverOptions) {
        seen.add(serverOptions[key].name);
        return target[key];
      },
    });
    const checks = listChecks({ options, origin, env: withoutFfmpeg, now: Date.now });
    for (const { run } of checks) await run(new AbortController().signal);
    const names = optionList.map(({ name }) => name);
    expect(names.filter((name) => !seen.has(name))).toEqual(uncheckedOptions(origin));
    const command = commands.find(({ name }) => name === 'doctor');
    expect(command?.options.map(({ name }) => name)).toEqual(['origin', 'json', ...names]);
  },
);
