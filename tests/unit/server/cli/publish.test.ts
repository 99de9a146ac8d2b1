import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runPublish } from '../../../../server/cli/run-publish.ts';
import { runCommand } from '../support/run-command.ts';
import { testOptions } from '../support/start-test-server.ts';
import { tempDirectory } from '../support/temp-directory.ts';

const api = ['--api', 'https://api.example'];
function run(...argv: string[]) {
  const { pageDir } = testOptions();
  writeFileSync(join(pageDir, 'licenses.txt'), 'licences');
  const built = {
    pageDir,
    sdkDir: tempDirectory(),
    staticDir: tempDirectory({ 'static-page.js': 'script()' }),
  };
  return runCommand((call, deps) => runPublish(call, deps, built), ['publish', ...argv], {
    cwd: tempDirectory(),
  });
}

test.each([
  [[], 'offstage publish needs an output directory: --out DIR.\n'],
  [
    ['--out', 'public'],
    '--api "" is not an origin; use the server’s scheme, host and port without a path: https://api.example.com.\n',
  ],
  [
    ['--out', 'public', ...api, '--media', '/not/there'],
    'The media directory /not/there does not exist; create it, or choose another with --media.\n',
  ],
])(
  'publish %j is a usage error: exit code 2, one sentence, nothing written',
  async (argv, stderr) => {
    expect(await run(...argv)).toEqual({ code: 2, stdout: '', stderr });
  },
);

test('a directory with other content is a usage error too', async () => {
  const out = tempDirectory({ 'a.txt': 'a' });
  const { code, stdout, stderr } = await run('--out', out, ...api, '--media', tempDirectory());
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toContain('contains files that offstage publish did not write');
  expect(readdirSync(out)).toEqual(['a.txt']);
});

test('publish prints the directory for programs, and for people the settings that the server needs', async () => {
  const out = join(tempDirectory(), 'deep', 'public');
  const origin = ['--page-origin', 'https://player.example'];
  const { code, stdout, stderr } = await run(
    '--out',
    out,
    ...api,
    ...origin,
    '--media',
    tempDirectory(),
  );
  expect({ code, stdout }).toEqual({ code: 0, stdout: `${out}\n` });
  expect(stderr).toBe(
    '0 pages for the API at https://api.example. Start its server with --page-origin https://player.example: otherwise live videos, lists without a first video, and videos added later do not play in them.\n' +
      'The host of the pages should answer other addresses below /embed/ with 404.html: a video added later has no page yet.\n',
  );
  expect(existsSync(join(out, 'embed/videoseries.html'))).toBe(true);
});

test('published without --page-origin, the command says what viewers lack and what to do', async () => {
  const { code, stderr } = await run(
    '--out',
    join(tempDirectory(), 'public'),
    ...api,
    '--media',
    tempDirectory(),
  );
  expect(code).toBe(0);
  expect(stderr).toContain(
    'Better publish with --page-origin https://THEIR_HOST, and start the server with the same.',
  );
});

test('options of the pages that the call gives are named for the server', async () => {
  const { code, stderr } = await run(
    ...['--out', join(tempDirectory(), 'public'), ...api, '--media', tempDirectory()],
    ...['--api-key', 'key1', '--brand', 'B'],
  );
  expect(code).toBe(0);
  expect(stderr).toContain('\nIts server needs the same --brand, --api-key.\n');
});

test('--dry-run checks everything and writes nothing, and --json prints the outcome', async () => {
  const parent = tempDirectory();
  const out = join(parent, 'deep/public');
  const call = ['--out', out, ...api, '--media', tempDirectory(), '--json'];
  const { code, stdout, stderr } = await run(...call, '--dry-run');
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toEqual({
    outDir: out,
    pageCount: 0,
    warnings: [expect.stringContaining('Without --page-origin')],
    isDryRun: true,
  });
  expect(stderr).toContain('Nothing was written.');
  expect(readdirSync(parent)).toEqual([]);
  expect(JSON.parse((await run(...call)).stdout)).toMatchObject({ isDryRun: false });
  expect(readdirSync(parent)).toEqual(['deep']);
});
