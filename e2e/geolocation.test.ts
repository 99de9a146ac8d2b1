import type { BrowserContext, Page, Request } from '@playwright/test';
import { bodyOf } from './support/body-of.ts';
import { type HostPage, serveHostPage } from './support/host-page.ts';
import { testWithMedia } from './support/own-media.ts';
import { loggedEvents, ofName } from './support/sequences.ts';
import type { Server } from './support/server-process.ts';
import { expect } from './support/test.ts';
import { thorough } from './support/thorough.ts';

const videoId = 'hereonly001';
const elsewhere = 'anywhere001';

const test = testWithMedia({
  'here.mp4': { copyOf: 'offstage001.mp4' },
  'here.jpg': { copyOf: 'offstage001.jpg' },
  'here.json': {
    text: JSON.stringify({
      id: videoId,
      title: 'Only in Lisbon',
      playableWithin: [-9.5, 38.5, -9, 39],
    }),
  },
  'free.mp4': { copyOf: 'offstage002.mp4' },
  'free.json': { text: JSON.stringify({ id: elsewhere, title: 'Anywhere' }) },
});

const lisbon = { latitude: 38.72, longitude: -9.14 };
const oslo = { latitude: 59.91, longitude: 10.75 };

/** Part of the message that the viewer sees. */
const sentence = (part: string) => `This video is only available in some places, and ${part}`;

const hostPages: HostPage[] = [];
test.afterEach(async () => {
  for (const page of hostPages.splice(0)) await page.close();
});

async function allowPosition(context: BrowserContext, position: typeof lisbon): Promise<void> {
  await context.grantPermissions(['geolocation']);
  await context.setGeolocation(position);
}

/** A host page on another site with the player, which may allow it to request the position. */
async function openHost(page: Page, server: Server, { allow = 'geolocation', query = '' } = {}) {
  const host = await serveHostPage(`<script>
    window.reported = [];
    addEventListener('message', ({ data }) => reported.push(JSON.parse(data)));
    window.send = (message) =>
      frames[0].postMessage(JSON.stringify({ id: 1, channel: 'widget', ...message }), '*');
  </script>
  <iframe src="${server.embedOrigin}/embed/${videoId}?enablejsapi=1&${query}" width="640" height="360"
    allow="autoplay; ${allow}" onload="send({ event: 'listening' })"></iframe>`);
  hostPages.push(host);
  await page.goto(host.url);
  const reported = (event: string): Promise<unknown[]> =>
    page.evaluate((name) => {
      const { reported: messages } = window as unknown as {
        reported: { event: string; info: unknown }[];
      };
      return messages.filter((message) => message.event === name).map(({ info }) => info);
    }, event);
  await expect.poll(() => reported('onReady')).not.toHaveLength(0);
  const command = (func: string, ...args: unknown[]) =>
    page.evaluate(
      (message) => (window as unknown as { send: (message: unknown) => void }).send(message),
      {
        event: 'command',
        func,
        args,
      },
    );
  return { reported, command, player: page.frameLocator('iframe') };
}

const playButton = (place: Pick<Page, 'locator'>) => place.locator('.big-play');

async function untilPlaying(place: Pick<Page, 'locator'>): Promise<void> {
  await expect(place.locator('.player')).toHaveAttribute('data-state', 'playing');
}

const outcomes = async (page: Page, server: Server) =>
  ofName(await loggedEvents(page, server), 'location').map(({ payload }) => payload);

/** Calls of the `player` interface from now on. */
function playerCalls(page: Page): Request[] {
  const calls: Request[] = [];
  page.context().on('request', (request) => {
    if (new URL(request.url()).pathname === '/youtubei/v1/player') calls.push(request);
  });
  return calls;
}

test('in a host’s page a restricted video plays inside its area', async ({
  page,
  context,
  server,
}) => {
  await allowPosition(context, lisbon);
  const { reported, player } = await openHost(page, server, { query: 'mute=1' });
  await playButton(player).click();
  await untilPlaying(player);
  expect(await reported('onError')).toEqual([]);
  await expect.poll(() => outcomes(page, server)).toEqual([{ videoId, outcome: 'granted' }]);
});

test('in a host’s page a restricted video does not play outside its area, and the host receives 150', async ({
  page,
  context,
  server,
}) => {
  await allowPosition(context, oslo);
  const { reported, player, command } = await openHost(page, server, { query: 'mute=1' });
  await expect.poll(() => reported('onReady')).not.toHaveLength(0);
  await command('playVideo');
  await expect(player.getByRole('alert')).toContainText('not available at your location');
  await expect.poll(() => reported('onError')).toEqual([150]);
});

test('the player requests the position once: the next page has the server’s token', async ({
  page,
  context,
  server,
}) => {
  await allowPosition(context, lisbon);
  const calls = playerCalls(page);
  await page.goto(`${server.embedOrigin}/embed/${videoId}?mute=1`);
  await playButton(page).click();
  await untilPlaying(page);
  expect(bodyOf(calls.at(-1)).context.client.location).toMatchObject(lisbon);

  await context.clearPermissions();
  const count = calls.length;
  await page.reload();
  await playButton(page).click();
  await untilPlaying(page);
  expect(calls.length - count).toBe(1);
  const { client, request } = bodyOf(calls.at(-1)).context;
  expect(client).not.toHaveProperty('location');
  const token = Buffer.from(request.locationPlayabilityToken, 'base64url').toString();
  expect(JSON.parse(token)).toEqual({ place: lisbon });
  await expect.poll(() => outcomes(page, server)).toHaveLength(1);
});

test('the position is not requested before playback; title and poster show meanwhile', async ({
  page,
  server,
}) => {
  const calls = playerCalls(page);
  // The browser would prompt: the permission is neither granted nor denied.
  await page.addInitScript(() => {
    navigator.permissions.query = async () => ({ state: 'prompt' }) as PermissionStatus;
  });
  await page.goto(`${server.embedOrigin}/embed/${videoId}`);
  await expect.poll(() => calls.length).toBe(1);
  await expect(page.locator('.player')).toHaveAttribute('data-state', 'cued');
  await expect(page).toHaveTitle('Only in Lisbon - Offstage');
  await expect(page.locator('video')).toHaveAttribute('poster', '/media/here.jpg');
  await expect(page.getByRole('alert')).toHaveCount(0);
  expect(await outcomes(page, server)).toEqual([]);
  await playButton(page).click();
  await expect(page.getByRole('alert')).toContainText(
    sentence(
      'the player has no permission to use your location. Allow it in your browser’s settings',
    ),
  );
});

test('a viewer who denies the position sees why the video does not play, the host receives 150, and other videos play', async ({
  page,
  server,
}) => {
  // Without a permission this browser denies by itself.
  const { reported, player, command } = await openHost(page, server, {
    query: 'autoplay=1&mute=1',
  });
  await expect(player.getByRole('alert')).toContainText(sentence('the player has no permission'));
  await expect(player.getByRole('button', { name: 'Try again' })).toBeVisible();
  await expect.poll(() => reported('onError')).toEqual([150]);
  await command('diagnose');
  await expect
    .poll(() => reported('onDiagnose'))
    .toMatchObject([{ player: { error: 'auth.location.denied' } }]);
  await expect.poll(() => outcomes(page, server)).toEqual([{ videoId, outcome: 'denied' }]);
  await expect
    .poll(async () => ofName(await loggedEvents(page, server), 'player_error')[0]?.payload)
    .toMatchObject({ name: 'auth.location.denied', code: 150 });

  await command('loadVideoById', elsewhere);
  await untilPlaying(player);
});

test('a frame without permission names the attribute that its host must set', async ({
  page,
  context,
  server,
}) => {
  await allowPosition(context, lisbon);
  const { reported, player } = await openHost(page, server, { allow: 'fullscreen' });
  await expect(player.getByRole('alert')).toContainText(
    'allow="geolocation" on the player’s frame',
  );
  await expect.poll(() => reported('onError')).toEqual([150]);
  await expect.poll(() => outcomes(page, server)).toEqual([{ videoId, outcome: 'not_allowed' }]);
});

test('a device that does not find its position within 10 s', async ({ page, context, server }) => {
  await context.grantPermissions(['geolocation']);
  await page.addInitScript(() => {
    const { geolocation } = navigator;
    const ask = geolocation.getCurrentPosition.bind(geolocation);
    geolocation.getCurrentPosition = (done, failed, options) => {
      document.documentElement.dataset.asked = JSON.stringify(options);
      // No location provider exists here, and this browser reports that before 10 s have passed.
      ask(done, failed, { ...options, timeout: 1 });
    };
  });
  await page.goto(`${server.embedOrigin}/embed/${videoId}`);
  await expect(page.getByRole('alert')).toContainText(sentence('your device took too long'));
  const asked = await page.locator('html').getAttribute('data-asked');
  expect(JSON.parse(asked ?? '')).toEqual({ timeout: 10_000, enableHighAccuracy: false });
  await expect.poll(() => outcomes(page, server)).toEqual([{ videoId, outcome: 'timed_out' }]);
});

test('a device that cannot find its position', thorough, async ({ page, context, server }) => {
  await context.grantPermissions(['geolocation']);
  const devtools = await context.newCDPSession(page);
  await devtools.send('Emulation.setGeolocationOverride', {});
  await page.goto(`${server.embedOrigin}/embed/${videoId}`);
  await expect(page.getByRole('alert')).toContainText(
    sentence('your device cannot determine your location'),
  );
  await expect.poll(() => outcomes(page, server)).toEqual([{ videoId, outcome: 'unavailable' }]);
});
