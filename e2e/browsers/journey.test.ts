import { storedEvents } from '../support/intake.ts';
import { removeWithEvents } from './support/remove-with-events.ts';
import { openSmokeHost } from './support/smoke-host.ts';
import { expect, test } from './support/test.ts';

const muted = 'enablejsapi=1&autoplay=1&mute=1';

/** The captions drawn in the player, and their language. */
const readCaptions = () => {
  const drawn = document.querySelector('.captions');
  return { language: drawn?.getAttribute('lang'), hasText: Boolean(drawn?.textContent?.trim()) };
};

test('a host page on another site plays, pauses, seeks and sets the volume, and its viewer gets controls and captions', async ({
  driven,
  server,
}) => {
  const host = await openSmokeHost(driven, server.embedOrigin, '/embed/offstage001?enablejsapi=1');
  await host.command('addEventListener', 'onStateChange');
  await host.command('mute');
  await host.command('playVideo');
  await host.untilState(1);
  expect((await host.values('onStateChange')).slice(0, 3)).toEqual([-1, 3, 1]);
  await host.untilPlaying();

  await host.command('setOption', 'captions', 'track', { languageCode: 'es' });
  await expect
    .poll(() => driven.inPlayer(readCaptions, null))
    .toEqual({ language: 'es', hasText: true });

  await host.command('pauseVideo');
  await host.untilState(2);
  await host.command('seekTo', 40, true);
  await expect.poll(async () => (await host.info()).currentTime).toBe(40);
  await host.command('unMute');
  await host.command('setVolume', 30);
  await expect.poll(() => host.info()).toMatchObject({ volume: 30, muted: false });

  await expect
    .poll(() =>
      driven.inPlayer(
        () =>
          [...document.querySelectorAll('button')]
            .filter((button) => button.getBoundingClientRect().width > 0)
            .map((button) => button.getAttribute('aria-label')),
        null,
      ),
    )
    .toEqual(expect.arrayContaining(['Play', 'Mute', 'Settings', 'Full screen']));
  expect(await host.diagnose()).toMatchObject({
    // On a slow machine hls.js may be too late for its first frame, and WebKit's own HLS takes
    // over.
    player: { engine: expect.stringMatching(/^(hls\.js|native)$/), error: null },
    services: { place: 'worker', queue: 'indexeddb', queueDenied: null },
  });
  // `null` until the script that looks has loaded.
  await expect.poll(async () => (await host.diagnose()).denied).toEqual([]);
  await host.close();
});

test('a viewer plays and mutes by keyboard', async ({ driven, server }) => {
  const read = () =>
    driven.inHost(() => {
      const { paused, muted } = document.querySelector('video') ?? {};
      return { paused, muted };
    }, null);
  // Not in a frame: keys sent to Firefox do not reach frames.
  await driven.open(`${server.embedOrigin}/embed/offstage002`);
  await expect
    .poll(() => driven.inHost(() => window.offstage.diagnose() !== null, null))
    .toBe(true);
  await driven.press('m');
  await driven.press('k');
  await expect.poll(read).toEqual({ paused: false, muted: true });
  await driven.press('k');
  await expect.poll(read).toEqual({ paused: true, muted: true });
});

test('MP4 and DASH play', async ({ driven, server }) => {
  const host = await openSmokeHost(driven, server.embedOrigin, `/embed/offstage002?${muted}`);
  await host.untilState(1);
  await host.untilPlaying();
  expect(await host.diagnose()).toMatchObject({ player: { engine: 'native' } });
  await host.command('loadVideoById', 'offstage003');
  await expect
    .poll(async () => (await host.info()).videoData)
    .toMatchObject({ video_id: 'offstage003' });
  await host.untilState(1);
  await host.untilPlaying();
  expect(await host.diagnose()).toMatchObject({ player: { engine: 'rx-player' } });
  await host.close();
});

test('a frame without an origin plays HLS and DASH, and its services run in a worker', async ({
  driven,
  server,
}) => {
  const host = await openSmokeHost(driven, server.embedOrigin, `/embed/offstage001?${muted}`, {
    frame: 'sandbox="allow-scripts"',
  });
  await host.untilState(1);
  await host.untilPlaying();
  expect(await host.diagnose()).toMatchObject({
    player: { engine: 'hls.js' },
    services: { place: 'blob-worker', queue: 'memory', queueDenied: { code: 'AUTH_INVALID' } },
  });
  await host.command('loadVideoById', 'offstage003');
  await expect
    .poll(async () => (await host.info()).videoData)
    .toMatchObject({ video_id: 'offstage003' });
  await host.untilState(1);
  await host.untilPlaying();
  expect(await host.diagnose()).toMatchObject({ player: { engine: 'rx-player' } });
  await host.close();
});

test('a missing video reports error 100, and a frame that is removed after a burst of events delivers them all', async ({
  driven,
  server,
}) => {
  const host = await openSmokeHost(driven, server.embedOrigin, '/embed/gone0000000?enablejsapi=1');
  await host.command('addEventListener', 'onError');
  // The error may arrive several times if the host repeated its handshake.
  await expect.poll(() => host.values('onError')).toContain(100);
  const { created } = await driven.inPlayer(() => {
    for (let number = 0; number < 300; number += 1) window.offstage.log('note', { number });
    return window.offstage.accounting();
  }, null);
  expect(created).toBeGreaterThanOrEqual(300);
  await removeWithEvents({ driven, host, api: server, origin: server.embedOrigin }, 'note', 300);
  const numbers = (await storedEvents(server))
    .filter(({ name }) => name === 'note')
    .map(({ payload }) => Number(payload.number));
  expect(numbers.toSorted((a, b) => a - b)).toEqual([...Array(300).keys()]);
});
