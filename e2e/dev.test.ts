import { once } from 'node:events';
import { existsSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { expect, type Frame, type Page } from '@playwright/test';
import { createFreshCopy, type FreshCopy } from './support/fresh-copy.ts';
import { thorough } from './support/thorough.ts';
import { test } from './support/worker.ts';

test.describe.configure({ mode: 'default' });

let copy: FreshCopy;

test.beforeAll(() => {
  copy = createFreshCopy();
  symlinkSync(resolve('node_modules'), join(copy.directory, 'node_modules'));
});
test.afterAll(() => copy.dispose());

/** As an editor saves by replacing the whole file. */
function edit(path: string, from: string, to: string): void {
  const whole = join(copy.directory, '..', 'edited');
  writeFileSync(whole, edited(path, from, to));
  renameSync(whole, join(copy.directory, path));
}

/** As an editor saves by emptying the file first, here with a delay. */
async function editInPlace(path: string, from: string, to: string): Promise<void> {
  const content = edited(path, from, to);
  writeFileSync(join(copy.directory, path), '');
  await setTimeout(heldUpMs);
  writeFileSync(join(copy.directory, path), content);
}

/** Vite's watcher ignores a second change within 50 ms. */
const heldUpMs = 40;

function edited(path: string, from: string, to: string): string {
  const before = copy.read(path);
  expect(before).toContain(from);
  return before.replace(from, to);
}

/** @returns the addresses, once the server has printed them */
async function startDev() {
  const running = copy.start('npm run --silent dev');
  await expect.poll(running.output, { timeout: 0 }).toContain('Media ');
  const address = (name: string) =>
    new RegExp(`${name}\\s+(http://[^\\s/]+)`).exec(running.output())?.[1] ?? '';
  return { ...running, embed: address('Embed'), demo: address('Demo host page') };
}

const mark = (page: Page | Frame) =>
  page.evaluate(() => void Object.assign(window, { isMarked: true }));
const isMarked = (page: Page | Frame) => page.evaluate(() => 'isMarked' in window);
const untilReloaded = (page: Page) =>
  page.waitForFunction(() => !('isMarked' in window), null, { timeout: 0 });

test(
  'source changes show in open pages and in the server’s answers, without a command',
  thorough,
  async ({ page, context }) => {
    const refusals: string[] = [];
    context.on('console', (message) => {
      if (/Content Security Policy|TrustedScript|TrustedHTML/.test(message.text()))
        refusals.push(message.text());
    });
    const dev = await startDev();
    // Vite's updates wait for the server, so they never follow the message of a failed start.
    expect(dev.output()).toMatch(/^Demo host page/m);
    await page.goto(dev.demo);
    const player = page.frameLocator('.frame iframe');
    await player.locator('.big-play').click();
    await expect(player.getByRole('button', { name: 'Mute', exact: true })).toBeAttached();
    const frame = page.frames().find((each) => each.url().startsWith(dev.embed));
    if (frame === undefined) throw new Error('The demo page has no player.');

    await test.step('a label in the running player', async () => {
      await mark(frame);
      for (const [label, save] of [
        ['Hush', edit],
        ['Silence', editInPlace],
      ] as const) {
        await save('src/ui/messages/en.ts', "  mute: '", `  mute: '${label}', muteBefore: '`);
        await expect(player.getByRole('button', { name: label, exact: true })).toBeAttached();
      }
      expect(await isMarked(frame)).toBe(true);
    });

    await test.step('a component of the dashboard, which otherwise keeps its state', async () => {
      const dashboard = await context.newPage();
      await dashboard.goto(`${dev.demo}/telemetry/`);
      await expect(
        dashboard.getByRole('heading', { name: 'Telemetry', exact: true }),
      ).toBeVisible();
      await mark(dashboard);
      edit('dashboard/app.tsx', '<h1>Telemetry</h1>', '<h1>Figures</h1>');
      await expect(dashboard.getByRole('heading', { name: 'Figures', exact: true })).toBeVisible();
      expect(await isMarked(dashboard)).toBe(true);
      await dashboard.close();
    });

    await test.step('code of the worker, by a reload', async () => {
      await mark(page);
      edit('worker/services/platform.ts', 'export ', '// Changed.\nexport ');
      await untilReloaded(page);
    });

    await test.step('an answer of the server, and a page that it fills in', async () => {
      edit('server/pages/embed/start-page.ts', 'This origin serves', 'This changed origin serves');
      edit('demo/index.html', '<small>API console', '<small>a changed API console');
      await expect(page.getByRole('heading', { level: 1 })).toContainText('a changed', {
        timeout: 0,
      });
      await expect(player.locator('.big-play')).toBeVisible();
      expect(await (await fetch(dev.embed)).text()).toContain('This changed origin serves');
    });

    await test.step('if the new server cannot start, the previous one keeps running', async () => {
      edit('server/pages/embed/start-page.ts', 'This changed origin serves', '${[broken');
      await expect.poll(dev.output, { timeout: 0 }).toContain('The previous one keeps running.');
      expect(await (await fetch(dev.embed)).text()).toContain('This changed origin serves');
      edit('server/pages/embed/start-page.ts', '${[broken', 'This mended origin serves');
    });
    expect(refusals).toEqual([]);
    await dev.stop();
  },
);

test('a port in use ends it with one sentence and the exit code 2, before it writes anything', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  // Files of another `npm run dev`, which may be the one that holds the port.
  rmSync(join(copy.directory, 'dist'), { recursive: true, force: true });
  for (const option of ['--port', '--demo-port']) {
    const refused = copy.start(`npm run --silent dev -- ${option} ${port}`);
    expect(await refused.ended).toBe(2);
    expect(refused.output().trim()).toBe(
      `Port ${port} is in use by another program; stop it, or choose another port with ${option}.`,
    );
  }
  expect(existsSync(join(copy.directory, 'dist'))).toBe(false);
  other.close();
});

test(
  'any other failure of the server to start is also reported in one sentence',
  thorough,
  async () => {
    writeFileSync(join(copy.directory, '..', 'page-config.json'), '{');
    const refused = copy.start('npm run --silent dev -- --page-config ../page-config.json');
    expect(await refused.ended).toBe(2);
    // The first start in this copy also says that it made the data directory.
    const output = refused.output().replace(/^The data directory .* did not exist .*\n/, '');
    expect(output.trim()).toMatch(/^\S.*page-config\.json.*$/);
  },
);
