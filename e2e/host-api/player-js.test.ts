import { expect, type RawHost, test } from '../support/raw-host.ts';

const path = '/embed/offstage002?mute=1';

interface PlayerJsMessage {
  context: string;
  version: string;
  event: string;
  value?: unknown;
  listener?: string;
}

async function shown(host: RawHost): Promise<PlayerJsMessage[]> {
  return (await host.received())
    .map(({ text }) => JSON.parse(text))
    .filter(({ context }) => context === 'player.js');
}

async function values(host: RawHost, event: string): Promise<unknown[]> {
  return (await shown(host)).filter((message) => message.event === event).map(({ value }) => value);
}

async function call(
  host: RawHost,
  method: string,
  value?: unknown,
  listener?: string,
): Promise<void> {
  await host.send({ context: 'player.js', version: '0.0.11', method, value, listener });
}

async function ask(host: RawHost, getter: string): Promise<unknown> {
  const listener = `ask-${Math.random()}`;
  await call(host, getter, undefined, listener);
  const answer = async () => (await shown(host)).find((message) => message.listener === listener);
  await expect.poll(answer).toBeTruthy();
  return (await answer())?.value;
}

async function open(
  openRawHost: (path: string, options: { listen: boolean }) => Promise<RawHost>,
  at = path,
) {
  const host = await openRawHost(at, { listen: false });
  await expect.poll(() => values(host, 'ready')).toHaveLength(1);
  return host;
}

test('ready is sent without a request, names the frame by its address, and is repeated on request', async ({
  openRawHost,
}) => {
  const host = await open(openRawHost);
  const src = await host.page.evaluate(() => document.querySelector('iframe')?.src);
  expect((await values(host, 'ready'))[0]).toEqual({
    src,
    events: ['ready', 'progress', 'timeupdate', 'play', 'pause', 'ended', 'error'],
    methods: expect.arrayContaining(['play', 'getPaused', 'setCurrentTime', 'removeEventListener']),
  });
  await call(host, 'addEventListener', 'ready', 'me');
  await expect
    .poll(async () => (await shown(host)).at(-1))
    .toMatchObject({ event: 'ready', listener: 'me', value: { src } });
});

test('a page plays, pauses, seeks, mutes, sets volume and loop, and reads all of them back', async ({
  openRawHost,
}) => {
  const host = await open(openRawHost);
  expect(await ask(host, 'getPaused')).toBe(true);
  expect(await ask(host, 'getMuted')).toBe(true);
  expect(await ask(host, 'getDuration')).toBeGreaterThan(5);
  for (const event of ['play', 'pause', 'timeupdate', 'progress', 'ended'])
    await call(host, 'addEventListener', event);

  await call(host, 'setCurrentTime', 3);
  await expect.poll(() => ask(host, 'getCurrentTime')).toBe(3);
  expect(await ask(host, 'getPaused')).toBe(true);
  await call(host, 'play');
  await expect.poll(() => values(host, 'play')).toHaveLength(1);
  await expect
    .poll(async () => (await values(host, 'timeupdate')).at(-1))
    .toEqual({ seconds: expect.any(Number), duration: expect.any(Number) });
  await expect.poll(() => values(host, 'progress')).not.toHaveLength(0);
  expect(await ask(host, 'getPaused')).toBe(false);
  await call(host, 'pause');
  await expect.poll(() => values(host, 'pause')).toHaveLength(1);

  await call(host, 'unmute');
  await call(host, 'setVolume', 33);
  await call(host, 'setLoop', true);
  expect([
    await ask(host, 'getMuted'),
    await ask(host, 'getVolume'),
    await ask(host, 'getLoop'),
  ]).toEqual([false, 33, true]);
  await call(host, 'setLoop', false);
  await call(host, 'setCurrentTime', Number(await ask(host, 'getDuration')) - 0.5);
  await call(host, 'play');
  await expect.poll(() => values(host, 'ended')).toHaveLength(1);
  expect(await values(host, 'play')).toHaveLength(2);
});

test('subscribers receive events once for each listener, until they unsubscribe', async ({
  openRawHost,
}) => {
  const host = await open(openRawHost);
  for (const listener of ['a', 'b', 'a']) await call(host, 'addEventListener', 'play', listener);
  await call(host, 'removeEventListener', 'play', 'b');
  await call(host, 'play');
  await expect.poll(() => values(host, 'play')).toHaveLength(1);
  expect((await shown(host)).find(({ event }) => event === 'play')?.listener).toBe('a');
  await call(host, 'removeEventListener', 'play');
  await call(host, 'addEventListener', 'pause', 'c');
  await call(host, 'pause');
  await expect.poll(() => values(host, 'pause')).toHaveLength(1);
  await call(host, 'play');
  await expect.poll(() => ask(host, 'getPaused')).toBe(false);
  expect(await values(host, 'play')).toHaveLength(1);
});

test('an unknown method, and a video that cannot be played, are errors', async ({
  openRawHost,
}) => {
  const host = await open(openRawHost, '/embed/offstage005');
  await call(host, 'addEventListener', 'error');
  await expect
    .poll(() => values(host, 'error'))
    .toEqual([{ code: -1, msg: expect.stringContaining('auth (150)') }]);
  for (const method of ['fly', '__proto__', 'constructor']) await call(host, method);
  await expect.poll(() => values(host, 'error')).toHaveLength(4);
  expect((await values(host, 'error')).slice(1)).toEqual(
    ['fly', '__proto__', 'constructor'].map((name) => ({ code: 2, msg: `No method "${name}".` })),
  );
});

test('both protocols drive one player', async ({ openRawHost }) => {
  const host = await open(openRawHost, `${path}&enablejsapi=1`);
  await host.listen(1);
  await host.subscribe('onStateChange');
  await call(host, 'play');
  await expect.poll(() => host.values('onStateChange')).toContain(1);
  await host.command('pauseVideo');
  await expect.poll(() => ask(host, 'getPaused')).toBe(true);
});
