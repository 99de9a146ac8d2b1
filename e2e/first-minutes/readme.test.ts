import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, globSync, mkdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { expect, test } from '@playwright/test';
import { h264, picture } from '../support/command-line.ts';
import { documentCommands } from '../support/document-commands.ts';
import { createFreshCopy, type FreshCopy } from '../support/fresh-copy.ts';

const readme = readFileSync('README.md', 'utf8');
/** The commands in the table for contributors in CONTRIBUTING.md. */
const contributing =
  /^## Every command\n[\s\S]*?(?=^## )/m.exec(readFileSync('CONTRIBUTING.md', 'utf8'))?.[0] ?? '';

let copy: FreshCopy;

/**
 * Starts a server command.
 * @returns its addresses, once it has printed them, and a function that stops it
 */
async function serve(command: string, env?: Record<string, string>) {
  const running = copy.start(command, env);
  let hasEnded = false;
  void running.ended.then(() => {
    hasEnded = true;
  });
  // The first start installs and builds, however long that takes.
  await expect
    .poll(() => hasEnded || /Media .*\n/.test(running.output()), { timeout: 0 })
    .toBe(true);
  expect(hasEnded, running.output()).toBe(false);
  const address = (name: string) =>
    new RegExp(`${name}\\s+(http://[^\\s/]+)`).exec(running.output())?.[1] ?? '';
  return { embed: address('Embed'), demo: address('Demo host page'), stop: running.stop };
}

/**
 * Checks that a command does what the README says. Each runs in the copy unchanged, with at most an
 * addition.
 */
const shownHere: Record<string, (command: string) => Promise<void>> = {
  async 'npm start'(command) {
    const server = await serve(command);
    const page = await (await fetch(`${server.demo}/`)).text();
    expect(page).toContain('<title>');
    expect(await (await fetch(`${server.embed}/embed/offstage001`)).text()).toContain(
      'Four Lights',
    );
    const questions = documentCommands(readme).filter((line) => line.startsWith('curl '));
    expect(questions.length).toBeGreaterThan(3);
    for (const question of questions)
      await copy.run(
        question
          .replace('curl ', 'curl --fail --silent --show-error ')
          .replace('localhost:4400', new URL(server.embed).host),
      );
    const summary = questions.find((line) => line.includes('summary')) ?? '';
    const reported = await copy.run(
      summary.replace('curl ', 'curl -s ').replace('localhost:4400', new URL(server.embed).host),
    );
    expect(JSON.parse(reported)).toMatchObject({ events: 0, duplicates: 0 });
    await server.stop();
    await expect(fetch(`${server.embed}/`)).rejects.toThrow('fetch failed');
  },
  async 'npm start -- --help'(command) {
    expect(await copy.run(command)).toContain('--trusted-proxy ADDRESSES');
  },
  async 'npm start -- --media ~/Videos'(command) {
    mkdirSync(join(copy.home, 'Videos'));
    copyFileSync(
      join(copy.directory, 'media/offstage002.mp4'),
      join(copy.home, 'Videos/Evening walk.mp4'),
    );
    const server = await serve(command, { HOME: copy.home });
    const page = await (await fetch(`${server.embed}/`)).text();
    expect(page).toContain('Evening walk');
    expect(page).not.toContain('offstage001');
    await server.stop();
  },
  async 'npx offstage add FILE'(command) {
    const film = join(copy.home, 'film.mp4');
    execFileSync(process.env.FFMPEG_PATH || 'ffmpeg', [
      '-v',
      'error',
      ...picture('320x180'),
      ...h264,
      film,
    ]);
    const added = await copy.run(command.replace('FILE', film));
    const [videoId = ''] = /^[\w-]{11}(?= {2}film$)/m.exec(added) ?? [];
    expect(await copy.run('npx offstage list')).toContain(videoId);
    await copy.run(`npx offstage remove --yes ${videoId}`);
  },
  async 'npx offstage doctor'(command) {
    const found = await copy.run(`${command} --port 0 --demo-port 0`);
    expect(found).toMatch(/^ok +media +\S+ can be read/m);
    expect(found).not.toMatch(/^problem/m);
  },
  async 'npm run docs'(command) {
    const before = copy.read('docs/limits.md');
    await copy.run(command);
    expect(copy.read('docs/limits.md')).toBe(before);
  },
  async 'npm run format'(command) {
    expect(await copy.run(command)).toContain('No fixes applied');
  },
  async 'npm run pack'(command) {
    expect(await copy.run(command)).toMatch(/dist\/packages\/offstage-[\d.]+\.tgz\n/);
  },
  async 'npm run fuzz'(command) {
    expect(await copy.run(command, { OFFSTAGE_FUZZ_RUNS: '20', OFFSTAGE_FUZZ_SEED: '7' })).toMatch(
      /20 cases for each test, seed 7/,
    );
  },
  async 'npm run bench'(command) {
    await copy.run(`${command} -- rpc --rounds 1 --quick`);
    expect(JSON.parse(copy.read('bench-results/rpc.json'))).toMatchObject({
      part: 'rpc',
      failures: [],
    });
  },
  async 'npm run screenshots'(command) {
    await copy.run(command);
    expect(existsSync(join(copy.directory, 'docs/images/demo.jpg'))).toBe(true);
  },
  async 'npm run screenshots:states'(command) {
    await copy.run(`${command} -- cued`);
    expect(existsSync(join(copy.directory, 'test-results/screenshots'))).toBe(true);
  },
  async 'npm run media'(command) {
    const running = copy.start(`${command} -- no-such-film`);
    expect(await running.ended).toBe(2);
    expect(running.output()).toContain('Unknown video no-such-film.');
  },
  async 'npm run test:cluster'(command) {
    expect(await copy.run(`${command} -- --list`)).toMatch(/Total: \d+ tests? in \d+ files?/);
  },
  async 'npm run audit'(command) {
    const asked: string[] = [];
    const registry = createServer((request, response) => {
      asked.push(request.url ?? '');
      request.resume();
      response.setHeader('Content-Type', 'application/json').end('{}');
    }).listen(0, '127.0.0.1');
    await expect.poll(() => registry.listening).toBe(true);
    const { port } = registry.address() as AddressInfo;
    const shown = await copy.run(command, { npm_config_registry: `http://127.0.0.1:${port}/` });
    registry.close();
    const directories = globSync('**/package-lock.json', {
      cwd: copy.directory,
      exclude: ['**/node_modules'],
    }).map(dirname);
    for (const directory of directories) expect(shown).toContain(` in ${directory}\n`);
    expect(asked.length).toBeGreaterThan(directories.length);
  },
  async 'npm run check'(command) {
    expect(await copy.run(command)).toContain('ok     sizes');
  },
  async 'npm run attack'(command) {
    expect(await copy.run(`${command} -- M5 --short`)).toContain('0 failed');
  },
  async 'npm run test:faults'(command) {
    const shown = await copy.run(`${command} -- --list`, { FAULT_ROUNDS: '1', FAULT_SEED: '7' });
    expect(shown).toMatch(/FAULT_ROUNDS=1 FAULT_SEED=7/);
    expect(shown).toMatch(/Total: \d+ tests? in \d+ files?/);
  },
  async 'npm run test:readme'(command) {
    expect(await copy.run(`${command} -- --list`)).toMatch(/Total: \d+ tests? in \d+ files?/);
  },
};

/** Too long for this test: they install browsers, play for an hour, or run every other suite. */
const notRunHere = [
  'npm run test:browsers',
  'npm run soak',
  'npm test',
  'npm run test:all',
  'npm run test:repeat -- 5',
  'npm run test:mutants',
];

test.describe.configure({ mode: 'serial' });

test.beforeAll(() => {
  copy = createFreshCopy();
});
test.afterAll(() => copy.dispose());

test('every command of README and CONTRIBUTING runs here, except those that take too long', () => {
  const commands = documentCommands(`${readme}\n${contributing}`).filter(
    (command) => !command.startsWith('curl '),
  );
  expect(commands.toSorted()).toEqual([...Object.keys(shownHere), ...notRunHere].toSorted());
});

for (const [command, show] of Object.entries(shownHere))
  test(`\`${command}\`, as documented, works in a fresh copy`, () => show(command));
