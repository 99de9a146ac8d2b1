import { afterEach, describe, expect, test, vi } from 'vitest';
import { Player } from '../../../sdk/player.ts';
import type { PlayerOptions } from '../../../sdk/player-options.ts';
import { fakeHost, messagesArrived, openFakeEmbed } from './fake-embed.ts';

const made: Player[] = [];

/** Destroys a test’s players and empties the page. */
function removePlayers(): void {
  for (const player of made.splice(0)) player.destroy();
  document.body.replaceChildren();
}

afterEach(removePlayers);

/**
 * Puts HTML into the page.
 * @returns its first element
 */
function put(html: string): HTMLElement {
  document.body.innerHTML = html;
  return document.body.firstElementChild as HTMLElement;
}

function makePlayer(
  options: PlayerOptions = {},
  element: HTMLElement | string = put('<div></div>'),
): Player {
  const player = new Player(element, { host: fakeHost, videoId: 'offstage001', ...options });
  made.push(player);
  return player;
}

/** A player whose frame has answered. */
async function makeReadyPlayer(options: PlayerOptions = {}) {
  const ready = Promise.withResolvers<void>();
  const player = makePlayer(options);
  player.addEventListener('onReady', () => ready.resolve());
  const embed = await openFakeEmbed(player.getIframe());
  embed.answer();
  await ready.promise;
  return { player, embed };
}

/**
 * Stops the next `load` event of a frame from reaching listeners.
 * @returns a promise for when it was fired
 */
function holdLoadEvent(): Promise<void> {
  return new Promise((resolve) => {
    const hold = (event: Event) => {
      event.stopPropagation();
      resolve();
    };
    document.addEventListener('load', hold, { capture: true, once: true });
  });
}

/**
 * Reloads the frame’s document, like one that lost its session.
 * @returns the test's control of the next one
 */
async function reload(frame: HTMLIFrameElement) {
  const loaded = new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }));
  frame.contentWindow?.location.reload();
  await loaded;
  return openFakeEmbed(frame);
}

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

test('the frame is greeted until it answers, and then no more', async () => {
  const player = makePlayer();
  const embed = await openFakeEmbed(player.getIframe());
  await expect.poll(embed.listeningCount).toBeGreaterThan(2);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    embed.answer();
    await messagesArrived();
    const count = embed.listeningCount();
    await vi.advanceTimersByTimeAsync(60_000);
    await messagesArrived();
    expect(embed.listeningCount()).toBe(count);
  } finally {
    vi.useRealTimers();
  }
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

test('getters work from the start, and are current inside the listener', async () => {
  const seen: unknown[] = [];
  const player = makePlayer({
    events: { onVolumeChange: ({ target }) => seen.push(target.getVolume()) },
  });
  const first = [
    player.getPlayerState(),
    player.getVolume(),
    player.getPlaylist(),
    player.getCurrentTime(),
  ];
  expect(first).toEqual([-1, 100, [], 0]);
  const embed = await openFakeEmbed(player.getIframe());
  embed.answer({ volume: 30 });
  embed.say('infoDelivery', { volume: 40, muted: false });
  embed.say('onVolumeChange', { volume: 40, muted: false });
  await expect.poll(() => seen).toEqual([40]);
});

test('a player that answers twice is ready once', async () => {
  const onReady = vi.fn();
  const { player, embed } = await makeReadyPlayer({ events: { onReady } });
  embed.answer({ volume: 7 });
  await expect.poll(() => player.getVolume()).toBe(7);
  await messagesArrived();
  expect(onReady).toHaveBeenCalledTimes(1);
  expect(onReady).toHaveBeenCalledWith({ target: player, data: null });
});

test.each([
  ['of its own', '<div></div>', 0],
  // It may already have loaded, in which case this load would be a new document.
  ['from the page', `<iframe src="${fakeHost}/embed/offstage001?enablejsapi=1"></iframe>`, 1],
])(
  'a frame %s that answers before it has finished loading is ready once',
  async (_which, html, askedAgain) => {
    const onReady = vi.fn();
    const held = holdLoadEvent();
    const player = makePlayer({ events: { onReady } }, put(html));
    await held;
    const embed = await openFakeEmbed(player.getIframe());
    embed.answer();
    await expect.poll(() => onReady.mock.calls.length).toBe(1);
    const askedCount = embed.listeningCount();
    player.getIframe().dispatchEvent(new Event('load'));
    await messagesArrived();
    expect(embed.listeningCount()).toBe(askedCount + askedAgain);
    embed.answer({ volume: 3 });
    await expect.poll(() => player.getVolume()).toBe(3);
    await messagesArrived();
    expect(onReady).toHaveBeenCalledTimes(1);
  },
);

test('a frame that is moved in the page gets a new handshake, and loses no call made meanwhile', async () => {
  const onReady = vi.fn();
  const { player, embed } = await makeReadyPlayer({ events: { onReady, onStateChange: () => {} } });
  await expect.poll(embed.commands).toEqual(['addEventListener("onStateChange")']);
  const shelf = document.createElement('section');
  document.body.append(shelf);
  shelf.append(player.getIframe());
  player.playVideo();
  const again = await openFakeEmbed(player.getIframe());
  again.answer();
  await expect.poll(again.commands).toEqual(['addEventListener("onStateChange")', 'playVideo()']);
  await expect.poll(() => onReady.mock.calls.length).toBe(2);
});

test('a frame that navigates to another page gets a new handshake', async () => {
  const onReady = vi.fn();
  const { player } = await makeReadyPlayer({ events: { onReady } });
  const frame = player.getIframe();
  const loaded = new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }));
  frame.src = `${fakeHost}/embed/offstage002?enablejsapi=1`;
  await loaded;
  (await openFakeEmbed(frame)).answer();
  await expect.poll(() => onReady.mock.calls.length).toBe(2);
});

test('a frame that is reloaded in place gets a new handshake, every time', async () => {
  const onReady = vi.fn();
  const { player } = await makeReadyPlayer({ events: { onReady, onStateChange: () => {} } });
  for (let times = 2; times < 5; times += 1) {
    const again = await reload(player.getIframe());
    again.answer();
    await expect.poll(again.commands).toEqual(['addEventListener("onStateChange")']);
    expect(onReady).toHaveBeenCalledTimes(times);
  }
});

test('a frame that had loaded before it became a player’s gets a new handshake when it is reloaded', async () => {
  const frame = put(
    `<iframe src="${fakeHost}/embed/offstage001?enablejsapi=1"></iframe>`,
  ) as HTMLIFrameElement;
  await new Promise((resolve) => frame.addEventListener('load', resolve));
  const player = makePlayer({ events: { onStateChange: () => {} } }, frame);
  (await openFakeEmbed(frame)).answer({ volume: 8 });
  await expect.poll(() => player.getVolume()).toBe(8);
  for (const volume of [9, 10]) {
    const again = await reload(frame);
    again.answer({ volume });
    await expect.poll(again.commands).toEqual(['addEventListener("onStateChange")']);
    expect(player.getVolume()).toBe(volume);
  }
});

test.each([
  ['not a string', { event: 'onReady', info: null, id: 1 }],
  ['not JSON', '{'],
  ['JSON without an object', 'null'],
  ['a dangerous key', '{"event":"infoDelivery","id":1,"info":{"__proto__":{"volume":1}}}'],
])('a hostile frame changes nothing: %s', async (_what, data) => {
  const { player, embed } = await makeReadyPlayer();
  embed.sayRaw(data);
  embed.say('infoDelivery', { volume: 9 });
  await expect.poll(() => player.getVolume()).toBe(9);
  expect(Reflect.get({}, 'volume')).toBeUndefined();
});

test('messages from other windows of the same origin are ignored', async () => {
  const { player, embed } = await makeReadyPlayer();
  const { id } = JSON.parse(
    JSON.stringify({ id: Number(/widgetid=(\d+)/.exec(player.getIframe().src)?.[1]) }),
  );
  postMessage(
    JSON.stringify({ event: 'infoDelivery', info: { volume: 1 }, id, channel: 'widget' }),
    '*',
  );
  await messagesArrived();
  expect(player.getVolume()).toBe(100);
  embed.say('infoDelivery', { volume: 2 });
  await expect.poll(() => player.getVolume()).toBe(2);
});

test('a listener that throws does not stop other listeners, and the page gets the error', async () => {
  const failures: unknown[] = [];
  const onError = (event: ErrorEvent) => {
    event.preventDefault();
    failures.push(event.error);
  };
  addEventListener('error', onError);
  const failure = new Error('on purpose');
  const after = vi.fn();
  const { player, embed } = await makeReadyPlayer();
  player.addEventListener('onStateChange', () => {
    throw failure;
  });
  player.addEventListener('onStateChange', after);
  embed.say('onStateChange', 1);
  await expect.poll(() => after.mock.calls.length).toBe(1);
  await expect.poll(() => failures).toEqual([failure]);
  removeEventListener('error', onError);
});

test('listeners may be names of global functions, and can be removed', async () => {
  const heard = vi.fn();
  Object.assign(globalThis, { heardByName: heard });
  const removed = vi.fn();
  const { player, embed } = await makeReadyPlayer();
  player
    .addEventListener('onStateChange', 'heardByName')
    .addEventListener('onStateChange', removed);
  player.addEventListener('onStateChange', 'nobodyHasThisName');
  player.removeEventListener('onStateChange', removed).removeEventListener('onNothing', removed);
  embed.say('onStateChange', 2);
  await expect.poll(() => heard.mock.calls).toEqual([[{ target: player, data: 2 }]]);
  expect(removed).not.toHaveBeenCalled();
  Reflect.deleteProperty(globalThis, 'heardByName');
});

test('events without a callable listener are not an error', async () => {
  const events = {
    onReady: undefined,
    onStateChange: null,
    onError: 5,
  } as unknown as PlayerOptions['events'];
  const { embed } = await makeReadyPlayer({ events });
  embed.say('onStateChange', 2);
  await messagesArrived();
  expect(embed.commands()).toEqual([]);
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
  embed.say('infoDelivery', { apiInterface, mood: 'calm' });
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
  embed.say('infoDelivery', { duration: 8, playerState: 1, volume: 20 });
  await expect.poll(() => player.getDuration()).toBe(8);
  player.loadVideoById({ videoId: 'offstage002', startSeconds: 3 });
  expect([player.getDuration(), player.getPlayerState(), player.getVolume()]).toEqual([0, -1, 20]);
  await expect
    .poll(embed.commands)
    .toEqual(['loadVideoById({"videoId":"offstage002","startSeconds":3})']);
});

test('a module’s options can be listed and read', async () => {
  const { player, embed } = await makeReadyPlayer();
  embed.say('apiInfoDelivery', {
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
  embed.say('infoDelivery', { apiInterface: ['setSize', 'diagnose'] });
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

/** The player's data about a video; `offstage001` by default. */
const videoData = (title: unknown, video_id: unknown = 'offstage001') => ({
  videoData: { video_id, title, author: '' },
});

/** Waits until every message posted so far has arrived. */
async function saysAndIsHeard(
  player: Player,
  say: () => void,
  embed: { say: (...args: [string, object]) => void },
) {
  const volume = player.getVolume() === 50 ? 60 : 50;
  say();
  embed.say('infoDelivery', { volume });
  await expect.poll(() => player.getVolume()).toBe(volume);
}

describe('the frame’s title', () => {
  async function makeTitled(html = '<div></div>') {
    const player = makePlayer({}, put(html));
    const embed = await openFakeEmbed(player.getIframe());
    embed.answer();
    const told = (info: object) =>
      saysAndIsHeard(player, () => embed.say('infoDelivery', info), embed);
    const title = () => player.getIframe().title;
    return { player, embed, told, title };
  }

  test.each<[string, unknown, string]>([
    [
      'is text, even with markup',
      '<img src=x onerror=alert(1)>"\'&amp;',
      '<img src=x onerror=alert(1)>"\'&amp;',
    ],
    ['ends after 250 characters', 'x'.repeat(5_000), 'x'.repeat(250)],
    ['ends with a whole character', '🎬'.repeat(5_000), '🎬'.repeat(250)],
    ['keeps its lines', ' a\nb ', 'a\nb'],
    ['is the default if the video has none', '', 'Video player'],
    ['is the default if the video’s is blank', ' \n\t', 'Video player'],
    ['is the default if the player reports a number', 7, 'Video player'],
    ['is the default if the player reports an object', { toString: 'x' }, 'Video player'],
    ['is the default if the player reports null', null, 'Video player'],
  ])('%s', async (_what, said, shown) => {
    const { told, title } = await makeTitled();
    expect(title()).toBe('Video player');
    await told(videoData('Four Lights'));
    expect(title()).toBe('Four Lights');
    await told(videoData(said, 'offstage002'));
    expect(title()).toBe(shown);
  });

  test.each([null, 'text', 5])(
    'stays when the player reports %j about itself or its video',
    async (said) => {
      const { embed, told, title } = await makeTitled();
      await told(videoData('Four Lights'));
      embed.say('infoDelivery', said);
      await told({ videoData: said });
      expect(title()).toBe('Four Lights');
    },
  );

  test('stays until the player reports the next video, and is current inside the listener', async () => {
    const { player, embed, told, title } = await makeTitled();
    await told(videoData('Four Lights'));
    player.cueVideoById('offstage002');
    expect(title()).toBe('Four Lights');
    const seen: string[] = [];
    player.addEventListener('onStateChange', () => seen.push(title()));
    embed.say('infoDelivery', { playerState: 5, ...videoData('Lanterns', 'offstage002') });
    embed.say('onStateChange', 5);
    await expect.poll(() => seen).toEqual(['Lanterns']);
  });

  test('from the page’s author stays for the first video, even a late one, and is replaced with it', async () => {
    const { told, title } = await makeTitled('<iframe title="Vier Lichter (Ausschnitt)"></iframe>');
    await told(videoData('', ''));
    await told(videoData('Four Lights'));
    await told(videoData('Four Lights, corrected'));
    expect(title()).toBe('Vier Lichter (Ausschnitt)');
    await told(videoData('Lanterns', 'offstage002'));
    expect(title()).toBe('Lanterns');
    await told(videoData('Four Lights'));
    expect(title()).toBe('Vier Lichter (Ausschnitt)');
    await told(videoData('', 'offstage003'));
    expect(title()).toBe('Video player');
  });

  test.each(['Video player', 'YouTube video player', 'video player ', ' ', ''])(
    'that names no video (%j) is replaced by the video’s',
    async (own) => {
      const { told, title } = await makeTitled(`<iframe title="${own}"></iframe>`);
      await told(videoData('Four Lights'));
      expect(title()).toBe('Four Lights');
    },
  );

  test('that the page sets meanwhile stays until another video loads', async () => {
    const { player, told, title } = await makeTitled();
    await told(videoData('Four Lights'));
    player.getIframe().title = 'Mine';
    await told({ currentTime: 3, ...videoData('Four Lights') });
    expect(title()).toBe('Mine');
    await told(videoData('Lanterns', 'offstage002'));
    expect(title()).toBe('Lanterns');
  });

  test('from the page’s author is restored by destroy, and the replaced element keeps its own', async () => {
    const wrapped = await makeTitled('<iframe title="YouTube video player"></iframe>');
    const frame = wrapped.player.getIframe();
    await wrapped.told(videoData('Four Lights'));
    wrapped.player.destroy();
    expect(frame.title).toBe('YouTube video player');
    const early = makePlayer({}, put('<iframe title="Mine"></iframe>'));
    early.destroy();
    expect(early.getIframe().title).toBe('Mine');

    const replaced = await makeTitled('<div id="p" title="Mine"></div>');
    await replaced.told(videoData('Four Lights'));
    await replaced.told(videoData('Lanterns', 'offstage002'));
    replaced.player.destroy();
    expect(document.body.innerHTML).toBe('<div id="p" title="Mine"></div>');
  });
});

test.each<[string, (player: Player) => Promise<void> | void]>([
  ['before the frame has loaded', () => {}],
  [
    'when it is ready',
    async (player) => {
      (await openFakeEmbed(player.getIframe())).answer();
      await expect.poll(() => player.getPlayerState()).toBe(5);
    },
  ],
  ['when the frame has left the page', (player) => player.getIframe().remove()],
])('destroy works %s, also twice, and later calls do nothing', async (_when, reach) => {
  const element = put('<div id="p"><b>text</b></div>');
  const onStateChange = vi.fn();
  const player = makePlayer({ events: { onStateChange } }, element);
  const frame = player.getIframe();
  await reach(player);
  const wasInPage = frame.isConnected;
  player.destroy();
  player.destroy();
  expect(frame.isConnected).toBe(false);
  expect(element.isConnected).toBe(wasInPage);
  expect(element.innerHTML).toBe('<b>text</b>');
  expect([player.getPlayerState(), player.getCurrentTime(), player.getPlaylist()]).toEqual([
    -1,
    0,
    [],
  ]);
  expect(player.playVideo().loadVideoById('offstage002').setSize(1, 1)).toBe(player);
  expect(
    player
      .addEventListener('onStateChange', onStateChange)
      .removeEventListener('onError', onStateChange),
  ).toBe(player);
  expect(player.getIframe()).toBe(frame);
});

test('a frame that the page reuses after destroy no longer belongs to the destroyed player', () => {
  const frame = put('<iframe></iframe>') as HTMLIFrameElement;
  const first = makePlayer({}, frame);
  first.destroy();
  document.body.append(frame);
  const second = makePlayer({}, frame);
  first.destroy();
  expect(second.getIframe().isConnected).toBe(true);
});

test('a listener may destroy the player, and later listeners are not called', async () => {
  const after = vi.fn();
  const { player, embed } = await makeReadyPlayer();
  player
    .addEventListener('onStateChange', () => player.destroy())
    .addEventListener('onStateChange', after);
  embed.say('onStateChange', 0);
  await expect.poll(() => player.getIframe().isConnected).toBe(false);
  await messagesArrived();
  expect(after).not.toHaveBeenCalled();
});

test('an element can become a player again after destroy', async () => {
  const element = put('<div id="p"></div>');
  makePlayer({}, element).destroy();
  const player = makePlayer({}, element);
  expect(document.body.children).toHaveLength(1);
  (await openFakeEmbed(player.getIframe())).answer({ volume: 8 });
  await expect.poll(() => player.getVolume()).toBe(8);
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

test('the page has one message listener while there are players, and none after', () => {
  const listeners = new Set<unknown>();
  const add = vi
    .spyOn(window, 'addEventListener')
    .mockImplementation((name, listener) => void (name === 'message' && listeners.add(listener)));
  const remove = vi
    .spyOn(window, 'removeEventListener')
    .mockImplementation(
      (name, listener) => void (name === 'message' && listeners.delete(listener)),
    );
  try {
    put('<div></div><div></div>');
    const players = [...document.querySelectorAll('div')].map((element) => makePlayer({}, element));
    expect(listeners.size).toBe(1);
    players[0]?.destroy();
    expect(listeners.size).toBe(1);
    players[1]?.destroy();
    expect(listeners.size).toBe(0);
  } finally {
    add.mockRestore();
    remove.mockRestore();
  }
});

test('a frame that never answers is not greeted forever', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    makePlayer({}, put('<iframe src="about:blank#x"></iframe>'));
    expect(vi.getTimerCount()).toBe(1);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(vi.getTimerCount()).toBe(0);
  } finally {
    vi.useRealTimers();
  }
});

test('a frame that left the page is no longer greeted', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const player = makePlayer();
    player.getIframe().remove();
    await vi.advanceTimersByTimeAsync(250);
    expect(vi.getTimerCount()).toBe(0);
  } finally {
    vi.useRealTimers();
  }
});
