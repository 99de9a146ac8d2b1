import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { root } from '../../scripts/lib/project.js';
import { runReportedSuite } from '../../scripts/lib/run-reported-suite.js';
import { testPlan } from '../../scripts/lib/suites.js';

let directory: string;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'offstage-missing-'));
  mkdirSync(join(directory, 'bin'));
  symlinkSync(process.execPath, join(directory, 'bin/node'));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

/** A program of the machine, which records that it was called. */
function addProgram(name: string, script = 'exit 0'): void {
  const file = join(directory, 'bin', name);
  writeFileSync(file, `#!/bin/sh\necho called >> ${directory}/${name}.calls\n${script}\n`);
  chmodSync(file, 0o755);
}

/**
 * Runs a call of a module of `scripts/lib`, as the scripts do, on a machine with only the programs
 * in `bin`.
 */
async function call(module: string, code: string, env: Record<string, string> = {}, from = root) {
  const script = `
    import { fail } from './scripts/lib/fail.js';
    import * as module from './scripts/lib/${module}';
    ${code}`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    cwd: from,
    env: { PATH: join(directory, 'bin'), HOME: directory, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [stdout, stderr, [status]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ]);
  return { status, stdout, stderr };
}
const asUser = (id: number) => `process.getuid = () => ${id};`;
/**
 * So that Playwright cannot download a browser: no directory can be made below a file. It ends at
 * once, but tries five times to reach a server.
 */
const noDownloads = {
  PLAYWRIGHT_DOWNLOAD_HOST: 'http://127.0.0.1:1',
  PLAYWRIGHT_BROWSERS_PATH: join(process.execPath, 'browsers'),
};
const chromium = `console.log(JSON.stringify(await module.ensureChromium().catch(fail)));`;
const testBrowsers = `console.log(JSON.stringify([await module.ensureTestBrowsers().catch(fail), module.findTestBrowser()]));`;
const noChromium =
  'The tests need Chromium, and it could not be downloaded: install it (apt-get install chromium), or set CHROMIUM_PATH to its path.\n';

describe('without Chromium', () => {
  test('the tests end with one sentence when Playwright’s cannot be downloaded, and nothing is installed for a user without rights', async () => {
    addProgram('apt-get', `touch ${directory}/apt-ran`);
    const { status, stderr } = await call(
      'ensure-browser.js',
      `${asUser(1000)} ${chromium}`,
      noDownloads,
    );
    expect(status).toBe(1);
    expect(stderr).toBe(`Downloading Playwright’s Chromium (once) …\n${noChromium}`);
    expect(() => rmSync(join(directory, 'apt-get.calls'))).toThrow('ENOENT');
  });

  test('a CHROMIUM_PATH without a program gives one sentence', async () => {
    const env = { CHROMIUM_PATH: join(directory, 'none') };
    expect(await call('ensure-browser.js', chromium, env)).toEqual({
      status: 1,
      stdout: '',
      stderr: `CHROMIUM_PATH is ${directory}/none, which is not a program: correct it, or unset it.\n`,
    });
  });

  test('a Chromium on the PATH is used without a download', async () => {
    addProgram('apt-get');
    addProgram('chromium');
    expect(await call('ensure-browser.js', chromium)).toEqual({
      status: 0,
      stdout: `{"CHROMIUM_PATH":"${directory}/bin/chromium"}\n`,
      stderr: '',
    });
  });
});

describe('most tests run', () => {
  const browsers = async (env: Record<string, string> = {}): Promise<unknown> =>
    JSON.parse((await call('ensure-browser.js', `${asUser(1000)} ${testBrowsers}`, env)).stdout);
  const whole = () => join(directory, 'bin/chromium');
  const shell = () => join(directory, 'bin/chromium-headless-shell');

  test('in Chromium’s headless shell', async () => {
    addProgram('chromium');
    addProgram('chromium-headless-shell');
    const env = { CHROMIUM_PATH: whole(), CHROMIUM_SHELL_PATH: shell() };
    expect(await browsers()).toEqual([env, shell()]);
    expect(await browsers(env)).toEqual([env, shell()]);
  });

  test('in the whole Chromium where there is no headless shell', async () => {
    addProgram('chromium');
    expect(await browsers()).toEqual([{ CHROMIUM_PATH: whole() }, whole()]);
  });

  test('in the Chromium that CHROMIUM_PATH names', async () => {
    addProgram('chromium');
    addProgram('chromium-headless-shell');
    addProgram('own');
    const own = join(directory, 'bin/own');
    expect(await browsers({ CHROMIUM_PATH: own })).toEqual([{ CHROMIUM_PATH: own }, own]);
  });
});

describe('without other programs', () => {
  test('the tests begin, after a sentence for each', async () => {
    const { status, stderr } = await call(
      'ensure-program.js',
      `${asUser(1000)} await module.ensureFfmpeg().catch(fail);`,
    );
    expect(status).toBe(0);
    const sentence = (variable: string) =>
      `ffmpeg is not installed, so its tests will fail: install it (apt-get install ffmpeg), or set ${variable} to its path.\n`;
    expect(stderr).toBe(sentence('FFMPEG_PATH') + sentence('FFPROBE_PATH'));
  });

  test('a failed install from Debian’s archive is reported with the reason', async () => {
    addProgram('apt-get', 'echo "E: Unable to fetch some archives"; exit 100');
    const { status, stderr } = await call(
      'ensure-program.js',
      `${asUser(0)} await module.installPackages('ffmpeg', ['ffmpeg']).catch(fail);`,
    );
    expect(status).toBe(0);
    expect(stderr).toBe(
      'Installing ffmpeg (once) …\nffmpeg could not be installed from Debian’s archive: Unable to fetch some archives\n',
    );
  });

  test('a suite that needs PostgreSQL fails with one sentence, and is not run', async () => {
    const suites = testPlan({ postgres: null }).stages.flat(2);
    const postgres = suites.find(({ name }) => name === 'postgres');
    const outcome = await runReportedSuite(postgres ?? { name: '', command: '', args: [] }, {
      results: directory,
      env: {},
    });
    expect(outcome).toMatchObject({
      code: 1,
      results: [],
      reason:
        'PostgreSQL is not installed: install it (apt-get install postgresql), or set POSTGRES_BIN to the directory of its programs.',
    });
    expect(suites.filter(({ unable }) => unable !== undefined)).toHaveLength(1);
  });

  test('a POSTGRES_BIN without PostgreSQL gives one sentence', async () => {
    const env = { POSTGRES_BIN: directory };
    const { status, stderr } = await call(
      'ensure-program.js',
      'await module.ensurePostgres().catch(fail);',
      env,
    );
    expect(status).toBe(1);
    expect(stderr).toBe(
      `POSTGRES_BIN is ${directory}, which has no initdb: correct it, or unset it.\n`,
    );
  });
});

describe('packages', () => {
  const install = 'await module.installDependencies().catch(fail);';
  const begins = 'Installing dependencies (once; about a minute) …\n';

  /** A copy of the project that lacks a package, and npm's own environment without its cache. */
  function copyWithout(registry: string) {
    const copy = join(directory, 'copy');
    cpSync(join(root, 'scripts/lib'), join(copy, 'scripts/lib'), { recursive: true });
    const project = {
      name: 'copy',
      version: '1.0.0',
      type: 'module',
      dependencies: { absent: '1.0.0' },
    };
    writeFileSync(join(copy, 'package.json'), JSON.stringify(project));
    const packages = {
      '': project,
      'node_modules/absent': { version: '1.0.0', integrity: 'sha512-AA==' },
    };
    const lock = { name: 'copy', version: '1.0.0', lockfileVersion: 3, requires: true, packages };
    writeFileSync(join(copy, 'package-lock.json'), JSON.stringify(lock));
    const env = {
      PATH: process.env.PATH ?? '',
      npm_config_registry: registry,
      npm_config_cache: join(directory, 'cache'),
      npm_config_update_notifier: 'false',
    };
    return { copy, env };
  }

  test('that are missing while the registry is unreachable give one sentence', async () => {
    const { copy, env } = copyWithout('http://127.0.0.1:1/');
    expect(await call('install-dependencies.js', install, env, copy)).toEqual({
      status: 1,
      stdout: '',
      stderr: `${begins}Packages are missing, and npm’s registry cannot be reached: connect to the network, or set a reachable registry (npm config set registry URL), and try again.\n`,
    });
  });

  test('that are all installed need no registry', async () => {
    let requests = 0;
    const registry = createServer((_request, response) => {
      requests += 1;
      response.end('{}');
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => registry.once('listening', resolve));
    const address = registry.address();
    const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/`;
    const env = {
      PATH: process.env.PATH ?? '',
      npm_config_registry: url,
      HTTP_PROXY: url,
      HTTPS_PROXY: url,
    };
    const all = `${install} await module.installClients().catch(fail);`;
    expect(await call('install-dependencies.js', all, env)).toEqual({
      status: 0,
      stdout: '',
      stderr: '',
    });
    registry.close();
    expect(requests).toBe(0);
  });
});
