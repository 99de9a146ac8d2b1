import { afterEach, expect, test } from 'vitest';
import { Player } from '../../../sdk/player.ts';
import { fakeHost, openFakeEmbed } from './fake-embed.ts';
import { makePlayer, makeReadyPlayer, put, removePlayers } from './make-player.ts';

afterEach(removePlayers);

test('a frame takes the element’s place at once, with its attributes', () => {
  const element = put(
    '<div id="p" class="a b" data-x="1" style="color: red" title="My film" onclick="x()" src="x"></div>',
  );
  const frame = makePlayer({ width: '100%' }, 'p').getIframe();
  expect(document.body.firstElementChild).toBe(frame);
  expect(element.isConnected).toBe(false);
  const attributes = Object.fromEntries(
    [...frame.attributes].map(({ name, value }) => [name, value]),
  );
  expect(attributes).toMatchObject({
    id: 'p',
    class: 'a b',
    'data-x': '1',
    style: 'color: red;',
    title: 'My film',
    width: '100%',
    height: '360',
    frameborder: '0',
    allowfullscreen: '',
    referrerpolicy: 'strict-origin-when-cross-origin',
  });
  expect(attributes.allow).toContain('autoplay');
  expect(attributes).not.toHaveProperty('onclick');
  expect(attributes.src).toMatch(`${fakeHost}/embed/offstage001?`);
});

test('an element without an id becomes a frame with a unique id', () => {
  put('<div></div><div></div><div id="widget3"></div>');
  const ids = [...document.querySelectorAll('div')]
    .slice(0, 2)
    .map((element) => makePlayer({}, element).getIframe().id);
  expect(ids).toEqual([expect.stringMatching(/^widget\d+$/), expect.stringMatching(/^widget\d+$/)]);
  expect(new Set([...ids, 'widget3']).size).toBe(3);
});

test.each([
  ['a missing element', 'none', { host: fakeHost }],
  ['no element', null, { host: fakeHost }],
  ['no host', 'p', {}],
  ['a malformed host', 'p', { host: 'https://' }],
  ['a script for a host', 'p', { host: 'javascript:document.body.remove()//' }],
])('a player with %s is an error, and the page stays unchanged', (_what, element, options) => {
  put('<div id="p"></div>');
  expect(() => new Player(element as string, options)).toThrow(/YT\.Player/);
  expect(document.body.innerHTML).toBe('<div id="p"></div>');
});

test('calls before the frame answers are delivered in order once it does, subscriptions first', async () => {
  const player = makePlayer({ events: { onStateChange: () => {}, onReady: () => {} } });
  player.mute().seekTo(3, true);
  player.addEventListener('onSeek', () => {});
  player.addEventListener('onSeek', () => {});
  const embed = await openFakeEmbed(player.getIframe());
  expect(embed.commands()).toEqual([]);
  embed.answer();
  await expect
    .poll(embed.commands)
    .toEqual([
      'addEventListener("onStateChange")',
      'addEventListener("onSeek")',
      'mute()',
      'seekTo(3,true)',
    ]);
  player.playVideo();
  player.addEventListener('onError', () => {});
  player.addEventListener('onError', () => {});
  await expect
    .poll(() => embed.commands().slice(4))
    .toEqual(['playVideo()', 'addEventListener("onError")']);
});

test('functions that only this player has become methods, except names with another meaning', async () => {
  const { player, embed } = await makeReadyPlayer();
  const { destroy, playVideo, setSize } = player;
  const apiInterface = [
    'diagnose',
    'getMood',
    'then',
    'constructor',
    '__proto__',
    'destroy',
    'setSize',
    'playVideo',
    'toString',
    '',
    5,
    ['x'],
  ];
  embed.send('infoDelivery', { apiInterface, mood: 'calm' });
  await expect.poll(() => 'diagnose' in player).toBe(true);
  expect(player.diagnose?.()).toBe(player);
  expect(Reflect.get(player, 'getMood').call(player)).toBe('calm');
  await expect.poll(embed.commands).toEqual(['diagnose()']);
  expect(await Promise.resolve(player)).toBe(player);
  expect([player.constructor, player.destroy, player.playVideo]).toEqual([
    Player,
    destroy,
    playVideo,
  ]);
  expect(player.setSize).toBe(setSize);
  expect(Object.getPrototypeOf(player)).toBe(Player.prototype);
});

test('loading another video clears the last one’s values until the player reports new ones', async () => {
  const { player, embed } = await makeReadyPlayer();
  embed.send('infoDelivery', { duration: 8, playerState: 1, volume: 20 });
  await expect.poll(() => player.getDuration()).toBe(8);
  player.loadVideoById({ videoId: 'offstage002', startSeconds: 3 });
  expect([player.getDuration(), player.getPlayerState(), player.getVolume()]).toEqual([0, -1, 20]);
  await expect
    .poll(embed.commands)
    .toEqual(['loadVideoById({"videoId":"offstage002","startSeconds":3})']);
});

test('a module’s options can be listed and read', async () => {
  const { player, embed } = await makeReadyPlayer();
  embed.send('apiInfoDelivery', {
    namespaces: ['captions'],
    captions: { options: ['track'], track: { languageCode: 'en' } },
  });
  await expect.poll(() => player.getOptions()).toEqual(['captions']);
  expect(player.getOptions('captions')).toEqual(['track']);
  expect(player.getOption('captions', 'track')).toEqual({ languageCode: 'en' });
  expect(player.getOption('captions', 'tracklist')).toBeUndefined();
});

test('the page sizes the frame without a call to the player, even if the player has that function', async () => {
  const { player, embed } = await makeReadyPlayer();
  embed.send('infoDelivery', { apiInterface: ['setSize', 'diagnose'] });
  await expect.poll(() => 'diagnose' in player).toBe(true);
  const sizes = () => [
    player.getIframe().getAttribute('width'),
    player.getIframe().getAttribute('height'),
  ];
  expect(player.setSize(320, 180)).toBe(player);
  expect(sizes()).toEqual(['320', '180']);
  player.setSize('100%', '50vh');
  expect(sizes()).toEqual(['100%', '50vh']);
  player.playVideo();
  await expect.poll(embed.commands).toEqual(['playVideo()']);
});

test('an existing frame with the API enabled is used unchanged', async () => {
  const src = `${fakeHost}/embed/offstage001?enablejsapi=1`;
  const frame = put(`<iframe id="f" src="${src}" title="Mine"></iframe>`) as HTMLIFrameElement;
  await new Promise((resolve) => frame.addEventListener('load', resolve));
  const page = frame.contentDocument;
  const player = makePlayer({ videoId: 'ignored0000' }, 'f');
  (await openFakeEmbed(frame)).answer({ volume: 8 });
  await expect.poll(() => player.getVolume()).toBe(8);
  expect(player.getIframe()).toBe(frame);
  expect(frame.contentDocument).toBe(page);
  expect([frame.src, frame.title]).toEqual([src, 'Mine']);
  player.destroy();
  expect(frame.isConnected).toBe(false);
});

test('a frame without the API is reloaded with it, and a frame without a page gets one', () => {
  put(
    `<iframe id="a" src="${fakeHost}/embed/offstage001?start=3"></iframe><iframe id="b"></iframe>`,
  );
  const [a, b] = ['a', 'b'].map((id) => new URL(makePlayer({}, id).getIframe().src).searchParams);
  expect(a?.get('start')).toBe('3');
  expect(a?.get('enablejsapi')).toBe('1');
  expect(b?.get('origin')).toBe(location.origin);
});

test('two players on one frame both receive its messages', async () => {
  const frame = makePlayer().getIframe();
  const [first, second] = [frame, frame].map((element) => makePlayer({}, element));
  (await openFakeEmbed(frame)).answer({ volume: 8 });
  await expect.poll(() => [first?.getVolume(), second?.getVolume()]).toEqual([8, 8]);
});
