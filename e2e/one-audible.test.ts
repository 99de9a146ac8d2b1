import type { FrameLocator, Page } from '@playwright/test';
import { type HostPage, serveHostPage } from './support/host-page.ts';
import type { Server } from './support/server-process.ts';
import { expect, test } from './support/test.ts';

const pages: HostPage[] = [];

test.afterEach(async () => {
  for (const page of pages.splice(0)) await page.close();
});

/**
 * A publisher's page with these players, each in its own frame; the last one in another site's
 * frame.
 */
async function openHost(
  page: Page,
  server: Server,
  queries: readonly string[],
): Promise<FrameLocator[]> {
  const frame = (query: string) =>
    `<iframe src="${server.embedOrigin}/embed/offstage002?${query}" width="320" height="180" allow="autoplay"></iframe>`;
  const inner = await serveHostPage(frame(queries.at(-1) ?? ''));
  const outer = `<iframe src="${inner.url}" width="340" height="200" allow="autoplay"></iframe>`;
  const host = await serveHostPage(queries.slice(0, -1).map(frame).join('') + outer);
  pages.push(inner, host);
  await page.goto(host.url);
  return [
    ...queries.slice(0, -1).map((_, index) => page.frameLocator('iframe').nth(index)),
    page.frameLocator('iframe').last().frameLocator('iframe'),
  ];
}

async function play(player: FrameLocator | undefined): Promise<void> {
  await player
    ?.locator('.big-play, .bar [data-visual-element="play_button"]')
    .filter({ visible: true })
    .first()
    .click();
}

async function expectStates(players: readonly FrameLocator[], ...states: string[]): Promise<void> {
  const roots = players.slice(0, states.length).map((player) => player.locator('#video-player'));
  for (const [index, root] of roots.entries())
    await expect(root).toHaveAttribute('data-state', states[index] ?? '');
}

test('only one unmuted player of a host page plays at a time; muted players, players that opted out and other tabs play on [feature-one-heard]', async ({
  page,
  context,
  server,
}) => {
  // No film may end before the test has seen all of them.
  const elsewhere = await openHost(await context.newPage(), server, ['loop=1']);
  await play(elsewhere[0]);
  await expectStates(elsewhere, 'playing');

  await page.bringToFront();
  const players = await openHost(page, server, [
    'loop=1',
    'autoplay=1&mute=1&loop=1',
    'exclusive=0&loop=1',
    'loop=1',
  ]);
  await play(players[0]);
  await expectStates(players, 'playing', 'playing');
  await play(players[2]);
  await expectStates(players, 'playing', 'playing', 'playing');
  await play(players[3]);
  await expectStates(players, 'paused', 'playing', 'playing', 'playing');
  await play(players[0]);
  await expectStates(players, 'playing', 'playing', 'playing', 'paused');
  await expectStates(elsewhere, 'playing');
});
