import type { Frame } from '@playwright/test';
import { storedEvents } from '../support/intake.ts';
import { expect, type RawHost, test } from '../support/raw-host.ts';
import { thorough } from '../support/thorough.ts';

const path = '/embed/offstage001?mute=1&enablejsapi=1';

/** The player's counts. */
async function refusals(host: RawHost): Promise<Record<string, number>> {
  return (await playerFrame(host).evaluate(() => window.offstage.diagnose()?.host.refusals)) ?? {};
}

function playerFrame({ page }: RawHost): Frame {
  const frame = page.frames().find((candidate) => candidate.url().includes('/embed/'));
  if (frame === undefined) throw new Error('There is no player.');
  return frame;
}

/** Posts these messages unchanged to the player, from the host page's own window. */
async function post(host: RawHost, messages: string): Promise<void> {
  await host.page.evaluate(`for (const message of ${messages})
    document.querySelector('iframe').contentWindow.postMessage(message, '*')`);
}

async function playing(host: RawHost): Promise<void> {
  await host.command('playVideo');
  await host.untilInfo('playerState', 1);
}

/**
 * The log has a limit per second. With a stopped clock a burst takes one second, however slow the
 * machine.
 */
async function stopClock(host: RawHost): Promise<void> {
  await playerFrame(host).evaluate(() => {
    const now = performance.now();
    performance.now = () => now;
  });
}

/** Removes the replacement that `stopClock` has installed. */
async function startClock(host: RawHost): Promise<void> {
  await playerFrame(host).evaluate(() => Reflect.deleteProperty(performance, 'now'));
}

/** Checks that the player still plays and obeys. */
async function isWell(host: RawHost): Promise<void> {
  // A different volume, because the player reports only changes.
  const volume = Number((await host.info()).volume) === 17 ? 18 : 17;
  await host.forget();
  await host.command('setVolume', volume);
  await host.untilInfo('volume', volume);
  const from = Number((await host.info()).currentTime ?? 0);
  await expect
    .poll(async () => Number((await host.info()).currentTime))
    .toBeGreaterThan(from + 0.3);
}

const rows: Record<string, { messages: string; refused: Record<string, number> }> = {
  'what is no string': {
    messages: `[7, null, undefined, true, {event:'command',func:'pauseVideo'}, ['x'], new Uint8Array(9), new Map([[1,2]]), new Date(0), 10n, /x/]`,
    refused: { NOT_A_STRING: 11 },
  },
  'what is no JSON': {
    messages: `['', '{', 'pauseVideo', '[', "{'event':'command'}", '{"event":"command","func":"pauseVideo"', '\\u0000']`,
    refused: { NOT_JSON: 7 },
  },
  'JSON that is no object, or no message': {
    messages: `['1', 'null', '"command"', '[]', '{}', '{"event":5}', '{"func":"pauseVideo"}', '[{"event":"command","func":"pauseVideo"}]']`,
    refused: { NOT_JSON: 3, NOT_A_MESSAGE: 5 },
  },
  'events that hosts do not send': {
    messages: `['{"event":"onReady"}', '{"event":"initialDelivery","info":{"playerState":2}}', '{"event":"constructor"}', '{"event":"__proto__"}']`,
    refused: { UNKNOWN_EVENT: 4 },
  },
  'functions that do not exist, or are not the host’s to call': {
    messages: `['eval', 'constructor', '__proto__', 'toString', 'hasOwnProperty', 'dispose', 'showVideo', 'writeEmbed', 'then', '', 'PLAYVIDEO', {}]
      .map((func) => JSON.stringify({ event: 'command', func, args: ['alert(1)'] }))`,
    refused: { UNKNOWN_FUNCTION: 12 },
  },
  'arguments of the wrong kind': {
    messages: `[['seekTo', {}], ['seekTo', null], ['seekTo', 'NaN'], ['seekTo', 'Infinity'], ['setVolume', []], ['setVolume', 'loud'],
      ['setPlaybackRate', { valueOf: 2 }], ['playVideoAt', 'x'], ['loadPlaylist', 5], ['addCueRange', {}, 1, 2], ['removeCueRange'],
      ['setOption', 'captions', 'track', 'en'], ['setOption', 'captions', '__proto__', {}], ['loadModule', '__proto__'], ['addEventListener', {}],
      ['addEventListener', 'onEverything']].map(([func, ...args]) => JSON.stringify({ event: 'command', func, args }))`,
    refused: { BAD_ARGUMENTS: 16 },
  },
  'a megabyte, and JSON without end': {
    messages: `['x'.repeat(1e6), '{"event":"command","func":"pauseVideo","args":["' + 'x'.repeat(1e6) + '"]}', '['.repeat(150000), '{"event":' + '['.repeat(90000) + ']'.repeat(90000) + '}']`,
    refused: { TOO_LONG: 2, NOT_JSON: 1, NOT_A_MESSAGE: 1 },
  },
};

test('messages that no host sends are refused, counted by kind, and change nothing [threat-host-messages]', async ({
  openRawHost,
}) => {
  const host = await openRawHost(path);
  await playing(host);
  const expected: Record<string, number> = {};
  for (const [name, { messages, refused }] of Object.entries(rows))
    await test.step(name, async () => {
      // The film must not end before the last row.
      await host.command('seekTo', 0, true);
      await expect.poll(async () => Number((await host.info()).currentTime)).toBeLessThan(5);
      await post(host, messages);
      for (const [kind, count] of Object.entries(refused))
        expected[kind] = (expected[kind] ?? 0) + count;
      await expect.poll(() => refusals(host)).toEqual(expected);
      await isWell(host);
    });
});

test('keys like __proto__ do not reach any object', async ({ openRawHost }) => {
  const host = await openRawHost(path);
  await playing(host);
  await post(
    host,
    `['{"__proto__":{"polluted":1},"event":"command","func":"setVolume","args":[40],"constructor":{"prototype":{"polluted":1}}}',
      '{"event":"command","func":"loadVideoById","args":[{"__proto__":{"polluted":1},"videoId":"offstage001"}]}',
      '{"event":"listening","id":{"__proto__":{"polluted":1}}}']`,
  );
  await host.untilInfo('volume', 40);
  await host.untilInfo('playerState', 1);
  expect(await playerFrame(host).evaluate('({}).polluted')).toBeUndefined();
  await isWell(host);
});

test('frames beside and below the host page are not accepted as the host [threat-other-frames]', async ({
  openRawHost,
}) => {
  const nested = `<script>onmessage = ({ data }) => top.frames[1].postMessage(data, '*')</script>`;
  const below = `<iframe srcdoc="${nested}"></iframe>`;
  const host = await openRawHost(path, {
    html: `<iframe id="beside" srcdoc="${`${nested}${below}`.replaceAll('"', '&quot;')}"></iframe>`,
    listen: false,
  });
  const send = (target: string) =>
    host.page.evaluate(`${target}.postMessage('{"event":"command","func":"playVideo"}', '*')`);
  await host.page.evaluate(`frames[1].postMessage('{"event":"listening","id":1}', '*')`);
  await expect
    .poll(() => playerFrame(host).evaluate(() => window.offstage.diagnose()?.host.origin))
    .toBeTruthy();
  await send('frames[0]');
  await send('frames[0].frames[0]');
  await expect.poll(() => refusals(host)).toEqual({ WRONG_SOURCE: 2 });
  await expect(host.player.nth(1).locator('.player')).toHaveAttribute('data-state', 'cued');
});

test('a burst of messages, refused and obeyed, neither stops the player nor floods its log [threat-host-messages]', async ({
  openRawHost,
}) => {
  const host = await openRawHost(path);
  await playing(host);
  const created = () =>
    playerFrame(host).evaluate(() => window.offstage.diagnose()?.loss.created ?? 0);
  await stopClock(host);
  const before = await created();
  await post(
    host,
    `Array.from({ length: 2000 }, (_, n) => [
      JSON.stringify({ event: 'command', func: 'setVolume', args: [n % 100] }),
      'no JSON', n, JSON.stringify({ event: 'command', func: 'nothing' + n }),
      JSON.stringify({ event: 'command', func: 'addEventListener', args: ['on' + n] })][n % 5])`,
  );
  await expect
    .poll(() => refusals(host))
    .toEqual({ NOT_JSON: 400, NOT_A_STRING: 400, UNKNOWN_FUNCTION: 400, BAD_ARGUMENTS: 400 });
  // 400 commands were obeyed; the log has a few lines a second about them.
  expect((await created()) - before).toBeLessThan(200);
  await startClock(host);
  await isWell(host);
});

test('a video id that is a script does not appear in embed codes or logs [threat-address]', async ({
  openRawHost,
  server,
}) => {
  const host = await openRawHost(path);
  const name = '"><img src=x onerror=alert(1)>';
  await host.command('cueVideoById', name);
  await expect.poll(() => host.values('onError')).toEqual([2]);
  expect(JSON.stringify(await host.messages())).not.toContain('onerror');
  await playerFrame(host).evaluate(() => window.offstage.flush());
  const stored = await storedEvents(server);
  expect(stored.map((event) => event.name)).toContain('player_error');
  expect(JSON.stringify(stored)).not.toContain('onerror');
});

test(
  'a thousand failing loads in a burst write a few lines to the log',
  thorough,
  async ({ openRawHost }) => {
    const host = await openRawHost(path);
    await stopClock(host);
    const created = () =>
      playerFrame(host).evaluate(() => window.offstage.diagnose()?.loss.created ?? 0);
    const before = await created();
    await post(
      host,
      `Array.from({ length: 1000 }, (_, n) => JSON.stringify({ event: 'command', func: 'cueVideoById', args: ['bad' + n] }))`,
    );
    await expect.poll(async () => (await host.values('onError')).length).toBe(1000);
    expect((await created()) - before).toBeLessThan(200);
  },
);

test('hundreds of loads in a burst show the last video, and send a few requests', async ({
  openRawHost,
}) => {
  const host = await openRawHost(path);
  let asked = 0;
  host.page.on('request', (request) => {
    if (request.url().includes('/youtubei/v1/player')) asked += 1;
  });
  await post(
    host,
    `Array.from({ length: 300 }, (_, n) =>
      JSON.stringify({ event: 'command', func: 'loadVideoById', args: [n === 299 ? 'offstage003' : 'offstage002'] }))`,
  );
  await host.untilInfo(
    'videoData',
    expect.objectContaining({ video_id: 'offstage003', title: 'Paper Tide' }),
  );
  await host.untilInfo('playerState', 1);
  expect(asked).toBeLessThan(20);
  await isWell(host);
});
