import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type BrowserContext, expect } from '@playwright/test';
import { anyPort } from './support/any-port.ts';
import { test as base, type CommandLine, h264, picture, tone } from './support/command-line.ts';
import { documentBlock } from './support/document-block.ts';
import { listens } from './support/listens.ts';
import { createReader, type Reader } from './support/reader.ts';
import { setRate } from './support/set-rate.ts';
import { thorough } from './support/thorough.ts';

/** The reader's terminal and files, with ports that are free on this machine. */
interface Tutorial extends Reader {
  /** The tutorial's block that begins so, with those ports. */
  block(begins: string): string;
  save(name: string, text: string): void;
  ports: { server: number; player: number; page: number };
}

function readTutorial(cli: CommandLine): Tutorial {
  const ports = { server: anyPort(), player: anyPort(), page: anyPort() };
  const reader = createReader(cli.films, {
    OFFSTAGE_PORT: String(ports.server),
    OFFSTAGE_DEMO_PORT: String(anyPort()),
    // Caddy stores its certificate authority there.
    XDG_DATA_HOME: join(cli.films, 'caddy-data'),
    XDG_CONFIG_HOME: join(cli.films, 'caddy-config'),
  });
  return {
    ...reader,
    ports,
    block: (begins) =>
      documentBlock('docs/tutorial.md', begins)
        .replaceAll('4400', String(ports.server))
        .replaceAll('8443', String(ports.player))
        .replaceAll('8444', String(ports.page)),
    save: (name, text) => writeFileSync(join(cli.films, name), text),
  };
}

const test = base.extend<{ tutorial: Tutorial }>({
  tutorial: async ({ cli }, use) => {
    const tutorial = readTutorial(cli);
    await use(tutorial);
    await tutorial.stop();
  },
});

/** From step 2 on; e2e/first-minutes/readme.test.ts runs `npm start` in a fresh copy. */
test(
  'the tutorial works as written: a private film with captions and chapters, on an own page behind TLS, counted after consent',
  thorough,
  async ({ cli, tutorial, browser }) => {
    const { block, ports, type } = tutorial;
    cli.film('film.mp4', ...picture('320x180', 4), ...tone(4), ...h264);
    const added = await type(block('cat > words.vtt'));
    expect(added.stdout).toContain('harbourfilm  The harbour');

    const server = tutorial.leaveRunning(
      block('npx offstage token --data data\nnpx offstage serve'),
    );
    await expect.poll(() => listens(ports.server)).toBe(true);
    tutorial.save('Caddyfile', block('{\n\t# A certificate authority'));
    const proxy = tutorial.leaveRunning(block('caddy run'));
    await expect
      .poll(async () => (await listens(ports.player)) && (await listens(ports.page)), {
        message: `${server.output()}${proxy.output()}`,
      })
      .toBe(true);

    const signed = await type(block('npx offstage sign'));
    const [, token = ''] = /token=([\w.~:%-]+)/.exec(signed.stdout) ?? [];
    mkdirSync(join(cli.films, 'site'));
    tutorial.save('site/index.html', block('<!doctype html>').replace('TOKEN', token));

    const context = await browser.newContext({ ignoreHTTPSErrors: true });
    await watch(context, tutorial, token);
    await readDashboard(context, tutorial);
    await context.close();

    const answer = await type(block('curl --insecure'));
    expect(answer.stdout).toContain('harbourfilm');
    const found = await type(block('npx offstage doctor'));
    expect(found.stdout).not.toMatch(/^problem/m);
  },
);

/** Step 5: plays the film on the reader's page, before and after consent. */
async function watch(
  context: BrowserContext,
  { block, ports, type }: Tutorial,
  token: string,
): Promise<void> {
  const eventCount = async () => JSON.parse((await type(summary(block))).stdout).events;
  const page = await context.newPage();
  await page.goto(`https://127.0.0.1:${ports.page}/`);
  const player = page.frameLocator('iframe');
  await setRate(player.locator('video'), 0.1);
  await player.getByRole('button', { name: 'Play' }).click();
  await expect(player.getByText('We leave the harbour at six.')).toBeVisible();
  await setRate(player.locator('video'), 1);
  const inFrame = page.frames().find((frame) => frame.url().includes('/embed/'));
  expect(await inFrame?.evaluate(async () => (await indexedDB.databases()).length)).toBe(0);
  expect(await eventCount()).toBe(0);

  await page.getByRole('button', { name: 'Count my playback' }).click();
  await expect(player.locator('#video-player')).toHaveAttribute('data-state', 'ended');
  await page.goto('about:blank');
  await expect.poll(eventCount).toBeGreaterThan(0);

  await page.goto(`https://localhost:${ports.player}/embed/harbourfilm?token=${token}`);
  await expect(page.getByRole('alert')).toContainText('This video is not allowed on this site.');
  await page.close();
}

/** The reader's last question, about the sums. */
const summary = (block: Tutorial['block']) =>
  block('curl --insecure').replace('/telemetry/playbacks.csv', '/telemetry/summary');

/** Step 6. */
async function readDashboard(
  context: BrowserContext,
  { block, ports, type }: Tutorial,
): Promise<void> {
  const { stdout } = await type(block('npx offstage token --data data --show'));
  const page = await context.newPage();
  await page.goto(`https://localhost:${ports.player}/telemetry/`);
  await page.getByLabel('Operator’s token').fill(stdout.trim());
  await page.getByRole('button', { name: 'Sign in' }).click();
  const list = page.getByRole('region', { name: 'Playbacks, newest first' });
  await expect(list.getByRole('row', { name: /The harbour \(harbourfilm\)/ })).toHaveCount(1, {
    timeout: 180_000,
  });
}
