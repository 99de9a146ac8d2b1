import { chmodSync, existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runToken } from '../../../../server/cli/run-token.ts';
import { asOrdinaryUser } from '../support/as-ordinary-user.ts';
import { runCommand } from '../support/run-command.ts';
import { startTestServer } from '../support/start-test-server.ts';
import { tempDirectory } from '../support/temp-directory.ts';

const token = (...argv: string[]) => runCommand(runToken, ['token', ...argv]);

test('token makes a token that only this user can read, prints its place, and prints the token only on request', async () => {
  const data = join(tempDirectory(), 'new');
  const made = await token('--data', data);
  const file = join(data, 'operator-token');
  const secret = readFileSync(file, 'utf8').trim();
  expect(made).toMatchObject({ code: 0, stdout: `${file}\n` });
  expect(made.stdout + made.stderr).not.toContain(secret);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(await token('--data', data, '--show')).toMatchObject({
    code: 0,
    stdout: `${secret}\n`,
    stderr: '',
  });
});

test('a new token replaces the old one atomically, and the server requires it from then on', async () => {
  const data = tempDirectory();
  const first = (await token('--data', data, '--show')).stdout.trim();
  expect(await token('--data', data, '--rotate')).toMatchObject({
    code: 0,
    stderr: 'The token was replaced. A running server uses it after a restart.\n',
  });
  const second = (await token('--data', data, '--show')).stdout.trim();
  expect(second).not.toBe(first);
  expect(readdirSync(data)).toEqual(['operator-token']);
  expect(statSync(join(data, 'operator-token')).mode & 0o777).toBe(0o600);
  const server = await startTestServer({ host: '0.0.0.0', dataDir: data });
  const ask = async (secret: string) => {
    const headers = { Authorization: `Bearer ${secret}` };
    return (await fetch(`${server.demo}/telemetry/summary`, { headers })).status;
  };
  expect([await ask(first), await ask(second)]).toEqual([401, 200]);
});

test('a token from the environment is reported and not replaced, and a data directory of the call is refused', async () => {
  const data = tempDirectory();
  const env = { OFFSTAGE_TOKEN: 'given', OFFSTAGE_DATA: data };
  expect(await runCommand(runToken, ['token', '--show'], { env })).toEqual({
    code: 0,
    stdout: 'given\n',
    stderr: 'OFFSTAGE_TOKEN is set, so its token is used and no file is read.\n',
  });
  expect(await runCommand(runToken, ['token', '--rotate'], { env })).toEqual({
    code: 2,
    stdout: '',
    stderr:
      '--rotate has no effect while OFFSTAGE_TOKEN is set; to change the token, change this variable and restart the server.\n',
  });
  for (const more of [[], ['--show'], ['--dry-run'], ['--json']])
    expect(await runCommand(runToken, ['token', '--data', data, ...more], { env })).toEqual({
      code: 2,
      stdout: '',
      stderr:
        '--data has no effect while OFFSTAGE_TOKEN is set; unset this variable, or leave out --data.\n',
    });
  expect(readdirSync(data)).toEqual([]);
});

test('a directory that cannot be created is reported in one sentence', async () => {
  const file = join(tempDirectory({ taken: 'x' }), 'taken');
  const refused = await token('--data', file);
  expect(refused.code).toBe(1);
  expect(refused.stderr).toContain('choose another directory with --data.');
});

test('a token that this user may not read or replace is reported in one sentence with a solution', async () => {
  const data = tempDirectory({ 'operator-token': 'secret\n' });
  chmodSync(join(data, 'operator-token'), 0o600);
  chmodSync(data, 0o555);
  expect(await asOrdinaryUser(() => token('--data', data))).toMatchObject({
    code: 1,
    stdout: '',
    stderr: `${join(data, 'operator-token')} cannot be used (EACCES); give this user read and write access, or choose another directory with --data.\n`,
  });
  expect(await asOrdinaryUser(() => token('--data', data, '--rotate'))).toMatchObject({
    code: 1,
    stdout: '',
    stderr: `The token in ${data} cannot be written (EACCES); give this user write access, or choose another directory with --data.\n`,
  });
});

test('--json prints file and token for programs, the token only on request', async () => {
  const data = tempDirectory();
  const file = join(data, 'operator-token');
  const shown = JSON.parse((await token('--data', data, '--json')).stdout);
  expect(shown).toEqual({ file, token: null });
  expect(JSON.parse((await token('--data', data, '--json', '--show')).stdout)).toEqual({
    file,
    token: readFileSync(file, 'utf8').trim(),
  });
});

test('--dry-run makes and replaces nothing', async () => {
  const data = join(tempDirectory(), 'data');
  const file = join(data, 'operator-token');
  expect(await token('--data', data, '--dry-run')).toEqual({
    code: 0,
    stdout: '',
    stderr: `Would make a token in ${file}.\n`,
  });
  const printed = await token('--data', data, '--dry-run', '--json');
  expect(JSON.parse(printed.stdout)).toEqual({ file, token: null });
  expect(await token('--data', data, '--dry-run', '--show')).toEqual({
    code: 2,
    stdout: '',
    stderr: '--show has no effect with --dry-run, which prints no token; leave one of them out.\n',
  });
  expect(existsSync(data)).toBe(false);
  await token('--data', data);
  const before = readFileSync(file, 'utf8');
  expect((await token('--data', data, '--rotate', '--dry-run')).stderr).toBe(
    `Would replace the token in ${file}.\n`,
  );
  expect(readFileSync(file, 'utf8')).toBe(before);
});

test('the default data directory is named', async () => {
  const cwd = tempDirectory();
  const { stderr } = await runCommand(runToken, ['token', '--show'], { cwd });
  expect(stderr).toBe(
    `Using the data directory ${join(cwd, '.offstage')} (default; --data or OFFSTAGE_DATA names another).\n`,
  );
});
