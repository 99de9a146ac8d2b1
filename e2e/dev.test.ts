import { once } from 'node:events';
import { symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { expect, type Frame, type Page } from '@playwright/test';
import { createFreshCopy, type FreshCopy } from './support/fresh-copy.ts';
import { test } from './support/worker.ts';

test.describe.configure({ mode: 'default' });

let copy: FreshCopy;

test.beforeAll(() => {
  copy = createFreshCopy();
  symlinkSync(resolve('node_modules'), join(copy.directory, 'node_modules'));
});
test.afterAll(() => copy.dispose());

/** As an editor saves it. */
function edit(path: string, from: string, to: string): void {
  const before = copy.read(path);
  expect(before).toContain(from);
  writeFileSync(join(copy.directory, path), before.replace(from, to));
}

/** @returns the addresses, once the server has printed them */
async function startDev() {
  const running = copy.start('npm run --silent dev');
  await expect.poll(running.output, { timeout: 0 }).toContain('Media ');
  const address = (name: string) =>
    new RegExp(`${name}\\s+(http://[^\\s/]+)`).exec(running.output())?.[1] ?? '';
  return { ...running, embed: address('Embed'), demo: address('Demo host page') };
}

const mark = (page: Page | Frame) => page.evaluate(() => void Object.assign(window, { isMarked: true }));
const isMarked = (page: Page | Frame) => page.evaluate(() => 'isMarked' in window);
const untilReloaded = (page: Page) =>
  page.waitForFunction(() => !('isMarked' in window), null, { timeout: 0 });

test('changes of the sources show in open pages, and in the server’s answers, without a command', async ({
  page,
  context,
}) => {
  const refusals: string[] = [];
  context.on('console', (message) => {
    if (/Content Security Policy|TrustedScript|TrustedHTML/.test(message.text()))
      refusals.push(message.text());
  });
  const dev = await startDev();
  await page.goto(dev.demo);
  const player = page.frameLocator('.frame iframe');
  await player.locator('.big-play').click();
  await expect(player.getByRole('button', { name: 'Mute', exact: true })).toBeAttached();
  const frame = page.frames().find((each) => each.url().startsWith(dev.embed));
  if (frame === undefined) throw new Error('The demo page has no player.');

  await test.step('a label in the running player', async () => {
    await mark(frame);
    for (const label of ['Hush', 'Silence']) {
      edit('src/ui/messages/en.ts', "  mute: '", `  mute: '${label}', muteBefore: '`);
      await expect(player.getByRole('button', { name: label, exact: true })).toBeAttached();
    }
    expect(await isMarked(frame)).toBe(true);
  });

  await test.step('a component of the dashboard, which stays as it is otherwise', async () => {
    const dashboard = await context.newPage();
    await dashboard.goto(`${dev.demo}/telemetry/`);
    await expect(dashboard.getByRole('heading', { name: 'Telemetry', exact: true })).toBeVisible();
    await mark(dashboard);
    edit('dashboard/app.tsx', '<h1>Telemetry</h1>', '<h1>Figures</h1>');
    await expect(dashboard.getByRole('heading', { name: 'Figures', exact: true })).toBeVisible();
    expect(await isMarked(dashboard)).toBe(true);
    await dashboard.close();
  });

  await test.step('code of the worker, by a reload', async () => {
    await mark(page);
    edit('worker/platform.ts', 'export ', '// Changed.\nexport ');
    await untilReloaded(page);
  });

  await test.step('an answer of the server, and a page that it fills in', async () => {
    edit('server/embed/start-page.ts', 'This origin serves', 'This changed origin serves');
    edit('demo/index.html', 'a host page on another origin', 'a changed host page');
    await expect(page.getByRole('heading', { level: 1 })).toContainText('a changed', { timeout: 0 });
    await expect(player.locator('.big-play')).toBeVisible();
    expect(await (await fetch(dev.embed)).text()).toContain('This changed origin serves');
  });

  await test.step('a server that cannot start leaves the one before in its place', async () => {
    edit('server/embed/start-page.ts', 'This changed origin serves', '${[broken');
    await expect.poll(dev.output, { timeout: 0 }).toContain('The one before goes on.');
    expect(await (await fetch(dev.embed)).text()).toContain('This changed origin serves');
    edit('server/embed/start-page.ts', '${[broken', 'This mended origin serves');
  });
  expect(refusals).toEqual([]);
  await dev.stop();
});

test('a taken port ends it with one sentence and the exit code 2', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  const refused = copy.start(`npm run --silent dev -- --demo-port ${port}`);
  expect(await refused.ended).toBe(2);
  expect(refused.output().trim().split('\n').at(-1)).toBe(
    `Port ${port} is taken by another program; stop that one, or choose another port with --demo-port.`,
  );
  other.close();
});
