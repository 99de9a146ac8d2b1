import { serveHostPage } from '../support/host-page.ts';
import { expect, test } from '../support/raw-host.ts';
import type { Server } from '../support/server-process.ts';

const path = '/embed/offstage002?mute=1&enablejsapi=1';

test('without enablejsapi the player answers no message', async ({ openRawHost }) => {
  const host = await openRawHost('/embed/offstage002?mute=1', { listen: false });
  await expect.poll(() => host.received()).not.toHaveLength(0);
  await host.listen(1);
  await host.command('playVideo');
  // The second protocol needs no switch. Its answer comes after the refused messages, so those have
  // been read.
  await host.send({ context: 'player.js', method: 'getPaused', listener: 'a' });
  await expect.poll(async () => (await host.received()).length).toBe(2);
  expect(await host.messages()).toEqual([]);
  expect(JSON.parse((await host.received())[1]?.text ?? '')).toMatchObject({
    event: 'getPaused',
    value: true,
  });
});

test('a host that sends one listening before the player is ready is answered once it is', async ({
  openRawHost,
  page,
}) => {
  const host = await openRawHost(path, {
    listen: false,
    html: `<script>
      addEventListener('DOMContentLoaded', () => {
        const frame = document.querySelector('iframe');
        frame.addEventListener('load', () => frame.contentWindow.postMessage('{"event":"listening"}', '*'));
      });
    </script>`,
  });
  await expect.poll(() => host.values('onReady')).toEqual([null]);
  // The host sent a channel and no id, so the answer has only the channel.
  const [first] = await host.messages();
  expect(Object.keys(first ?? {})).toEqual(['event', 'info', 'channel']);
  expect(page.frames()).toHaveLength(2);
});

test('the player first sends all values, then ready; the session’s id comes back with its type', async ({
  openRawHost,
}) => {
  const host = await openRawHost(`${path}&widgetid=7`, { listen: false });
  await expect.poll(() => host.received()).not.toHaveLength(0);
  await host.send({ event: 'listening' });
  await host.send({ event: 'listening', id: 'widget2', channel: 'widget' });
  await expect.poll(() => host.values('onReady')).toHaveLength(2);
  // A player that is still loading may send changes in between.
  const messages = (await host.messages()).filter(({ event }) => event !== 'infoDelivery');
  expect(messages.map(({ event, id }) => [event, id])).toEqual([
    ['initialDelivery', 7],
    ['onReady', 7],
    ['initialDelivery', 'widget2'],
    ['onReady', 'widget2'],
  ]);
  expect(messages[0]?.info).toMatchObject({
    playlist: null,
    playlistIndex: -1,
    apiInterface: expect.any(Array),
  });
});

test('commands without a handshake are obeyed [spec-6.2]', async ({ openRawHost }) => {
  const host = await openRawHost(path, { listen: false });
  await expect.poll(() => host.received()).not.toHaveLength(0);
  await host.send({ event: 'command', func: 'playVideo', args: '' });
  await expect(host.player.locator('.player')).toHaveAttribute('data-state', 'playing');
  await host.send('{"event":"command","func":"pauseVideo","args":""}');
  await expect(host.player.locator('.player')).toHaveAttribute('data-state', 'paused');
  expect(await host.messages()).toEqual([]);
});

test('messages from another origin than the parameter names are refused, and shown in the debug panel [spec-6.2]', async ({
  openRawHost,
}) => {
  const host = await openRawHost(`${path}&debug=1&origin=https://elsewhere.example`, {
    listen: false,
  });
  await expect(host.player.getByLabel('Debug')).toBeVisible();
  await host.listen(1);
  await host.command('playVideo');
  const panel = host.player.getByLabel('Debug');
  await expect(panel).toContainText('WRONG_ORIGIN2.');
  await expect(panel).toContainText(
    `Accepted: https://elsewhere.example; the last refused message: ${new URL(host.page.url()).origin}.`,
  );
  // In sight without scrolling: above what is known about services and storage.
  await expect(panel.locator('dt').nth(2)).toHaveText('Refused messages');
  await expect(host.player.locator('.player')).toHaveAttribute('data-state', 'cued');
  expect(await host.received()).toEqual([]);
});

test('once a window is the host no other is obeyed until that window is closed [spec-5.2]', async ({
  openRawHost,
  page,
  server,
}) => {
  // Two frames of the host page: the player, and a controller beside it that sends messages to the
  // player itself.
  const controller = `<script>
    window.fromPlayer = [];
    addEventListener('message', ({ data }) => fromPlayer.push(data));
    const send = (message) => parent.frames[1].postMessage(JSON.stringify(message), '*');
  </script>`;
  const host = await openRawHost(path, {
    listen: false,
    html: `<iframe id="controller" srcdoc='${controller.replaceAll("'", '&#39;')}'></iframe>`,
  });
  await expect.poll(() => page.frames().length).toBe(3);
  const player = page.frames().find((frame) => frame.url().startsWith(server.embedOrigin));
  await expect
    .poll(() => player?.evaluate(() => window.offstage?.diagnose()?.version))
    .toBeTruthy();
  const beside = page.frames().find((frame) => frame.url().startsWith('about:srcdoc'));
  await beside?.evaluate(`send({ event: 'listening', id: 3 })`);
  await expect.poll(() => beside?.evaluate('fromPlayer.length')).toBeGreaterThan(0);

  await page.evaluate((origin) => {
    for (const message of [
      { event: 'listening', id: 1 },
      { event: 'command', func: 'playVideo' },
    ])
      window.frames[1]?.postMessage(JSON.stringify(message), origin);
  }, server.embedOrigin);
  await expect
    .poll(() => player?.evaluate(() => window.offstage.diagnose()?.host.refusals))
    .toEqual({ WRONG_SOURCE: 2 });

  await page.evaluate(() => document.querySelector('#controller')?.remove());
  await page.evaluate(
    (origin) => window.frames[0]?.postMessage('{"event":"listening","id":1}', origin),
    server.embedOrigin,
  );
  await expect
    .poll(() => player?.evaluate(() => window.offstage.diagnose()?.host.origin))
    .toBe(new URL(host.page.url()).origin);
});

// Chromium's warning about a header that such frames cannot honour.
const opaqueOriginTest = test.extend({ expectedNoise: /origin-keyed agent cluster/ });

opaqueOriginTest(
  'a host page without an origin is neither obeyed nor answered, unless the operator allows it [threat-host-origin]',
  async ({ page, server, servers }) => {
    const allowing = await servers.start(['--opaque-hosts', 'allow']);
    const open = async ({ embedOrigin }: Server) => {
      const hostPage = await serveHostPage(
        `<script>
        window.received = [];
        addEventListener('message', ({ data }) => received.push(data));
        const send = (message) => frames[0].postMessage(JSON.stringify(message), '*');
      </script><iframe src="${embedOrigin}${path}&debug=1" allow="autoplay"></iframe>`,
        { 'content-security-policy': 'sandbox allow-scripts' },
      );
      await page.goto(hostPage.url);
      const panel = page.frameLocator('iframe').getByLabel('Debug');
      await expect(panel).toBeVisible();
      await page.evaluate(`send({ event: 'listening', id: 1 })`);
      await page.evaluate(`send({ event: 'command', func: 'playVideo' })`);
      return { hostPage, panel };
    };
    const refused = await open(server);
    await expect(refused.panel).toContainText('OPAQUE_HOST2. The sender has an opaque origin');
    expect(await page.evaluate('received')).toEqual([]);
    await refused.hostPage.close();

    const allowed = await open(allowing);
    for (const text of ['"event":"ready"', '"event":"onReady"', '"playerState":1'])
      await expect.poll(() => page.evaluate(`received.join().includes('${text}')`)).toBe(true);
    // Later requests to that server would fail and write to the console.
    await page.goto('about:blank');
    await allowed.hostPage.close();
    await allowing.dispose();
  },
);
