import { execFile } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { runEdit } from '../../../../server/cli/run-edit.ts';
import { runSign } from '../../../../server/cli/run-sign.js';
import { deriveVideoId } from '../../../../server/library/assign-video-ids.js';
import { sampleMp4 } from '../support/media-samples.ts';
import type { CommandRun } from '../support/run-command.ts';
import { runCommand } from '../support/run-command.ts';
import { startTestServer } from '../support/start-test-server.ts';
import { tempDirectory } from '../support/temp-directory.ts';

const scripts = fileURLToPath(new URL('../../../../scripts', import.meta.url));
const key = 'a-key-of-tests-with-32-characters';

/** Runs `sign` in this process, in an empty directory. */
const sign = (args: readonly string[], env: Record<string, string> = {}): Promise<CommandRun> =>
  runCommand(runSign, ['sign', ...args], { cwd: tempDirectory(), env });

/** Runs a script in an empty directory. */
function runScript(script: string, args: readonly string[]): Promise<CommandRun> {
  const { PATH = '' } = process.env;
  const options = { cwd: tempDirectory(), env: { PATH } };
  return new Promise((resolve) => {
    execFile(process.execPath, [join(scripts, script), ...args], options, (error, ...texts) => {
      const [stdout, stderr] = texts;
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, stdout, stderr });
    });
  });
}

const films = {
  'secret.mp4': sampleMp4,
  'secret.json': JSON.stringify({ id: 'secretfilm1', private: true }),
  'private/by-path.mp4': sampleMp4,
  'open.mp4': sampleMp4,
  'open.json': '{"id":"-openfilm01"}',
};

test('a signed URL plays on the server of that key, and standard error names key and origin', async () => {
  const [dataDir, mediaDir] = [tempDirectory(), tempDirectory(films)];
  const server = await startTestServer({ dataDir, mediaDir });
  const place = ['--data', dataDir, '--media', mediaDir, '--origin', server.embed];
  const asked = ['secretfilm1', '--expires', '2h', ...place];
  const { code, stdout, stderr } = await runScript('offstage.js', ['sign', ...asked]);
  expect(code).toBe(0);
  expect(stderr).toBe(`Signed with the key in ${join(dataDir, 'signing-key')}.\n`);
  const [url = ''] = stdout.split('\n');
  expect((await fetch(url)).status).toBe(200);
  expect(await (await fetch(url)).text()).toContain('secretfilm1');
});

test('without options, standard error says that the key is a new one of the default directory, and which origin the URL has', async () => {
  const mediaDir = tempDirectory(films);
  const { stderr, stdout } = await sign(['secretfilm1', '--expires', '2h', '--media', mediaDir]);
  expect(stderr).toMatch(
    /^Signed with the key in \/.*\/\.offstage\/signing-key \(default; --data or --signing-key names another\), which was made now: only a server of this directory accepts it\.\nThe URL is for http:\/\/localhost:4400 \(default; --origin names the player's address\)\.\n$/,
  );
  expect(stdout).toMatch(/^http:\/\/localhost:4400\/embed\/secretfilm1\?token=/);
  const file = /key in (\S+)/.exec(stderr)?.[1] ?? '';
  expect(existsSync(file)).toBe(true);
});

test('an unknown id is a warning that names the directory', async () => {
  const mediaDir = tempDirectory(films);
  const place = ['--signing-key', key, '--origin', 'https://player.example'];
  const unknown = await sign(['nosuchvideo', '--expires', '2h', '--media', mediaDir, ...place]);
  expect(unknown).toMatchObject({
    code: 0,
    stderr: `Signed with the key of --signing-key.\nwarning: ${mediaDir} has no video nosuchvideo; offstage list shows the ids, and --media names another directory.\n`,
  });
  const away = ['--media', join(mediaDir, 'none')];
  expect((await sign(['nosuchvideo', '--expires', '2h', ...away, ...place])).stderr).toContain(
    'cannot be read, so nothing says whether the video nosuchvideo exists and is private.',
  );
  // The default is the directory of the bundled videos.
  const inDefault = await sign(['nosuchvideo', '--expires', '2h', ...place]);
  expect(inDefault.stderr).toMatch(
    /^warning: \/.*\/media \(default\) has no video nosuchvideo; offstage list shows the ids, and --media/m,
  );
});

test('a public video is a warning with the command that makes it private', async () => {
  const mediaDir = join(tempDirectory(films), '.');
  const place = ['--signing-key', key, '--origin', 'https://player.example', '--media', mediaDir];
  const asked = ['--expires', '2h', '--json', ...place, '--', '-openfilm01'];
  const command = `npx offstage edit --private --media ${mediaDir} -- -openfilm01`;
  const warning = `-openfilm01 is public: it plays without this URL too, and its token restricts neither time nor pages. To make it private: ${command}`;
  const { code, stdout, stderr } = await sign(asked);
  expect(code).toBe(0);
  expect(stderr).toBe(`Signed with the key of --signing-key.\nwarning: ${warning}\n`);
  expect(JSON.parse(stdout)).toMatchObject({ warnings: [warning] });
  expect((await sign(['--dry-run', ...asked])).stderr).toContain(`warning: ${warning}\n`);

  const argv = command.split(' ').slice(2);
  expect(await runCommand(runEdit, argv)).toMatchObject({ code: 0 });
  expect((await sign(asked)).stderr).toBe('Signed with the key of --signing-key.\n');
});

test('the printed command names no directory that comes from the environment or is the default', async () => {
  const env = { OFFSTAGE_MEDIA: tempDirectory(films), OFFSTAGE_SIGNING_KEY: key };
  const { stderr } = await sign(['--expires', '2h', '--', '-openfilm01'], env);
  expect(stderr).toContain('private: npx offstage edit --private -- -openfilm01\n');
});

test.each([
  ['127.0.0.1', 'http://127.0.0.1 and https://127.0.0.1'],
  ['127.0.0.1:5100', 'http://127.0.0.1:5100 and https://127.0.0.1:5100'],
  ['*.a.example:*', 'https://*.a.example:*'],
])('with --domain %s, standard error says that %s may embed it', async (domain, pages) => {
  const place = ['--signing-key', key, '--media', tempDirectory(films)];
  const { stderr } = await sign(['secretfilm1', '--expires', '2h', '--domain', domain, ...place]);
  expect(stderr).toContain(
    `Only pages of ${pages} may embed it; --domain names another port, or any with :*.\n`,
  );
});

test('--dry-run makes neither key nor URL', async () => {
  const dataDir = join(tempDirectory(), 'data');
  const place = ['--data', dataDir, '--media', tempDirectory(films)];
  const { stdout, stderr } = await sign(['secretfilm1', '--expires', '2h', '--dry-run', ...place]);
  expect(stdout).toBe('');
  expect(stderr).toBe(
    `Would sign a URL for http://localhost:4400 with the key in ${join(dataDir, 'signing-key')}, which would be made: only a server of this directory accepts it.\n`,
  );
  const asked = ['--domain', 'page.example', '--json', '--dry-run', ...place];
  const printed = await sign(['secretfilm1', '--expires', '2h', ...asked]);
  expect(JSON.parse(printed.stdout)).toEqual({
    id: 'secretfilm1',
    url: null,
    frame: null,
    validUntil: expect.stringMatching(/^\d{4}-/),
    warnings: [],
  });
  expect(printed.stderr).toContain(
    'http://localhost:4400, for pages of https://page.example, with the key',
  );
  expect(existsSync(dataDir)).toBe(false);
});

test('--json prints the URL for programs', async () => {
  const place = ['--media', tempDirectory(films), '--origin', 'https://player.example/'];
  const env = { OFFSTAGE_SIGNING_KEY: key };
  const { stdout, stderr } = await sign(
    ['secretfilm1', '--expires', '2h', '--json', ...place],
    env,
  );
  expect(JSON.parse(stdout)).toEqual({
    id: 'secretfilm1',
    url: expect.stringMatching(/^https:\/\/player\.example\/embed\/secretfilm1\?token=/),
    frame: expect.stringMatching(/^<iframe src="https/),
    validUntil: expect.stringMatching(/^\d{4}-/),
    warnings: [],
  });
  expect(stderr).toBe('Signed with the key of OFFSTAGE_SIGNING_KEY.\n');
});

test('a data directory on the command line counts more than a key of the environment', async () => {
  const dataDir = join(tempDirectory(), 'data');
  const place = ['--data', dataDir, '--media', tempDirectory(films)];
  const env = { OFFSTAGE_SIGNING_KEY: key };
  const { stderr } = await sign(['secretfilm1', '--expires', '2h', ...place], env);
  expect(stderr).toContain(
    `Signed with the key in ${join(dataDir, 'signing-key')}, which was made`,
  );
  expect(statSync(dataDir).mode & 0o777).toBe(0o700);
  expect(readFileSync(join(dataDir, 'signing-key'), 'utf8').trim()).not.toBe(key);
});

test.each([
  [['secretfilm1', '--expires', 'soon'], 'Set how long the URL is valid'],
  [['short', '--expires', '2h'], '"short" is not a video id'],
  [['secretfilm1', '--expires', '2h', '--signing-key', 'short'], '--signing-key must have 32'],
  [
    ['secretfilm1', '--expires', '2h', '--signing-key', key, '--data', '.'],
    '--data has no effect with --signing-key; leave one of them out.',
  ],
])('sign %j is refused with 2 and makes no key', async (args, sentence) => {
  const refused = await sign(args);
  expect(refused).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining(sentence) });
  expect(refused.stderr).not.toContain('was made');
});

test.each([
  [['secretfilm1', '--expire', '2h'], 'Unknown option --expire; offstage sign --help lists'],
  [[], 'offstage sign needs more arguments'],
  [['secretfilm1', '--expires', 'soon'], 'Set how long the URL is valid'],
])('npm run sign ends with 2 for %j', async (args, sentence) => {
  expect(await runScript('sign.js', args)).toMatchObject({
    code: 2,
    stdout: '',
    stderr: expect.stringContaining(sentence),
  });
});

test('an id that only the path of a file gives is no unknown one', async () => {
  const place = ['--media', tempDirectory(films), '--signing-key', key];
  const videoId = deriveVideoId('private/by-path');
  const asked = ['--origin', 'https://player.example', '--expires', '2h', ...place];
  expect((await sign([videoId, ...asked])).stderr).toBe('Signed with the key of --signing-key.\n');
});

test('sign needs no package and no TypeScript, because it runs before anything is installed', () => {
  const queue = [join(scripts, 'sign.js')];
  const files = new Set<string>();
  for (let file = queue.pop(); file !== undefined; file = queue.pop()) {
    if (files.has(file)) continue;
    files.add(file);
    const source = readFileSync(file, 'utf8');
    for (const [, name = ''] of source.matchAll(/^(?:import|\} from|import .* from) '([^']+)'/gm)) {
      expect(name, file).toMatch(/^node:|^\.{1,2}\/.*\.js$/);
      if (!name.startsWith('node:')) queue.push(join(dirname(file), name));
    }
  }
  expect([...files].map((file) => basename(file))).toContain('find-video.js');
});
