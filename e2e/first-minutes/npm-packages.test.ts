import { execFile } from 'node:child_process';
import {
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@playwright/test';
import { canReachRegistry, npm } from '../../scripts/lib/npm.js';
import { checkTypes } from '../support/check-types.ts';
import { serveHostPage } from '../support/host-page.ts';
import { expectToServe, servePackage } from '../support/packaged-server.ts';
import { root } from '../support/server-process.ts';
import { someNodes } from '../support/some-nodes.ts';
import { withoutProject } from '../support/without-project.ts';

// The tarballs of `npm run pack` in an empty project, installed as their users do.
const run = promisify(execFile);
const { devDependencies, dependencies, version } = JSON.parse(
  readFileSync(join(root, 'package.json'), 'utf8'),
);
let base: string;
let project: string;
let tarballs: { server: string; sdk: string };

/** @returns the standard output of npm, which must succeed */
async function npmIn(cwd: string, ...args: string[]): Promise<string> {
  const env = withoutProject(process.env);
  const { stdout } = await run(...npm([...args, '--no-audit', '--no-fund']), { cwd, env });
  return stdout;
}

test.describe.configure({ mode: 'default' });

test.beforeAll(async () => {
  base = mkdtempSync(join(tmpdir(), 'offstage-npm-'));
  // npm takes its time.
  test.setTimeout(0);
  if (!(await canReachRegistry()))
    throw new Error(
      'These tests install packages, and npm’s registry cannot be reached: connect to the network, or set a reachable registry (npm config set registry URL), and try again.',
    );
  await npmIn(root, 'run', 'pack');
  const tarball = (name: string) => join(root, 'dist/packages', `${name}-${version}.tgz`);
  tarballs = { server: tarball('offstage'), sdk: tarball('offstage-sdk') };
  project = join(base, 'project');
  mkdirSync(project);
  writeFileSync(join(project, 'package.json'), '{ "private": true, "type": "module" }');
  await npmIn(
    project,
    'install',
    '--prefer-offline',
    '--ignore-scripts',
    ...Object.values(tarballs),
    `react@${dependencies.react}`,
    `@types/react@${devDependencies['@types/react']}`,
  );
});
test.afterAll(() => rmSync(base, { recursive: true, force: true }));

test('TypeScript finds the types of the packages that have types', async () => {
  expect(await checkTypes(tarballs.server)).toContain('does not contain types');
  expect(await checkTypes(tarballs.sdk)).toContain('"@offstage/sdk/react"');
});

/** A component with the element, in strict TypeScript. */
const component = (attributes: string) => `
  import { Player, type PlayerState } from '@offstage/sdk';
  import '@offstage/sdk/react';

  export const state = (player: Player): PlayerState => player.getPlayerState();
  export const Film = () => (
    <offstage-player className="film" host="https://player.example" ${attributes} />
  );
`;

async function compile(source: string): Promise<void> {
  writeFileSync(join(project, 'film.tsx'), source);
  const options = ['--noEmit', '--strict', '--jsx', 'react-jsx', '--module', 'nodenext'];
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  const args = [tsc, ...options, '--ignoreConfig', 'film.tsx'];
  await run(process.execPath, args, { cwd: project });
}

test('a React component with <offstage-player> compiles, and a wrong attribute does not', async () => {
  await compile(
    component(
      'videoid="offstage001" autoload="visible" volume={0.5} onstatechange={(event) => console.log(event.detail)} ref={(element) => element?.play()}',
    ),
  );
  const failure = compile(component('autoload="never"')).catch(({ stdout }) => stdout);
  expect(await failure).toContain('"never"');
});

test('Node imports the modules of the SDK, and no document is needed', async () => {
  const program = `
    const { Player, sdkConfig } = await import('@offstage/sdk');
    const { OffstagePlayerElement } = await import('@offstage/sdk/react');
    console.log(typeof Player, typeof OffstagePlayerElement, JSON.stringify(sdkConfig));`;
  for (const { node } of someNodes()) {
    const args = ['--input-type=module', '--eval', program];
    const { stdout } = await run(node, args, { cwd: project });
    expect(stdout.trim()).toBe('function function {"host":""}');
  }
});

test('`npx offstage` runs the installed command', async () => {
  const shown = await npmIn(project, 'exec', '--offline', '--', 'offstage', '--version');
  expect(shown.trim()).toBe(version);
});

for (const { version: older, node } of someNodes().slice(1))
  test(`Node ${older} without the optional packages names what is missing, and still explains commands`, async () => {
    const alone = join(base, 'alone');
    cpSync(join(project, 'node_modules/offstage'), alone, { recursive: true });
    const offstage = (...args: string[]) =>
      run(node, [join(alone, 'scripts/offstage.js'), ...args], { cwd: project });
    expect((await offstage('help', 'add')).stdout).toContain('ffmpeg');
    const failure = await offstage('list').catch((error) => error);
    expect(failure).toMatchObject({
      code: 1,
      stderr: `Offstage needs Node 24, but this is Node ${older.slice(1)}, and npm did not install a Node 24 that runs here: install Node 24, or let npm install optional packages, and try again.\n`,
    });
  });

for (const { version: nodeVersion, node } of someNodes())
  test(`Node ${nodeVersion} serves a folder of videos in an empty directory, and pages play them by each form of the SDK`, async ({
    page,
  }) => {
    const directory = mkdtempSync(join(base, 'empty-'));
    mkdirSync(join(directory, 'Videos'));
    copyFileSync(join(root, 'media/offstage002.mp4'), join(directory, 'Videos/Evening walk.mp4'));
    const command = join(project, 'node_modules/.bin/offstage');
    await using server = await servePackage(directory, node, command, '--media', 'Videos');
    await expectToServe(server, 'Evening walk');
    const { embedOrigin, videoId } = server;
    const host = JSON.stringify(embedOrigin);
    const options = JSON.stringify({ videoId, playerVars: { autoplay: 1, mute: 1 } });
    const pages = [
      `<div id="player"></div><script>YTConfig = { host: ${host} }</script>
        <script src="/sdk/iframe-api.js"></script>
        <script>YT.ready(() => { player = new YT.Player('player', ${options}) })</script>`,
      `<div id="player"></div><script type="module">
        import { Player, sdkConfig } from '/sdk/offstage.js';
        sdkConfig.host = ${host};
        window.player = new Player('player', ${options});</script>`,
    ];
    const sdk = join(project, 'node_modules/@offstage/sdk');
    await page.route('**/sdk/*', (route) =>
      route.fulfill({ path: join(sdk, basename(route.request().url())) }),
    );
    for (const html of pages) {
      const hostPage = await serveHostPage(html);
      await page.goto(hostPage.url);
      await page.waitForFunction('window.player?.getPlayerState?.() === 1');
      await hostPage.close();
    }
    expect(await server.stop()).toBe(0);
  });
