import { afterEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { sdkConfig } from '../../../sdk/offstage.ts';
import { OffstagePlayerElement } from '../../../sdk/offstage-player.ts';
import { fakeHost, openFakeEmbed } from './fake-embed.ts';

/** Empties the page, and forgets its host. */
function removeElements(): void {
  document.body.replaceChildren();
  sdkConfig.host = '';
}

afterEach(removeElements);

function put(attributes: string, host = `host="${fakeHost}"`): OffstagePlayerElement {
  document.body.innerHTML = `<offstage-player ${host} ${attributes}><a href="/watch">Watch</a></offstage-player>`;
  const element = document.body.firstElementChild;
  if (!(element instanceof OffstagePlayerElement)) throw new Error('not upgraded');
  return element;
}

const inside = (element: OffstagePlayerElement, selector: string) =>
  element.shadowRoot?.querySelector(selector);
const frameOf = (element: OffstagePlayerElement) =>
  inside(element, 'iframe') as HTMLIFrameElement | null;
const vars = (element: OffstagePlayerElement) =>
  Object.fromEntries(new URL(frameOf(element)?.src ?? '').searchParams);

async function openEmbed(element: OffstagePlayerElement) {
  await expect.poll(() => frameOf(element)).not.toBeNull();
  return openFakeEmbed(frameOf(element) as HTMLIFrameElement);
}

test('shows a poster and a button with the video’s name, and loads nothing else', async () => {
  const element = put('videoid="offstage001" video-title="Four Lights"');
  await expect.element(page.getByRole('button', { name: 'Play: Four Lights' })).toBeVisible();
  expect(inside(element, 'img')?.getAttribute('src')).toBe(`${fakeHost}/poster/offstage001`);
  expect(frameOf(element)).toBeNull();
  expect(element.player).toBeNull();
  expect(document.querySelector('link[rel=preconnect]')).toBeNull();
});

test('has the shape of a picture before anything is loaded, unless the page sets another', () => {
  const element = put('videoid="offstage001" style="width: 320px"');
  expect(element.getBoundingClientRect().height).toBe(180);
  element.style.aspectRatio = '1';
  expect(element.getBoundingClientRect().height).toBe(320);
});

test('the page can set the button’s label', async () => {
  put('videoid="offstage001" title="Vier Lichter" play-label="Abspielen"');
  await expect.element(page.getByRole('button', { name: 'Abspielen: Vier Lichter' })).toBeVisible();
  put('videoid="offstage001"');
  await expect.element(page.getByRole('button', { name: 'Play video' })).toBeVisible();
});

test('a pointer over the button opens the connection, once', async () => {
  put('videoid="offstage001"');
  await page.getByRole('button').hover();
  await page.getByRole('button').unhover();
  await page.getByRole('button').hover();
  const links = [...document.querySelectorAll<HTMLLinkElement>('link[rel=preconnect]')].map(
    ({ href }) => href,
  );
  expect(links).toEqual([fakeHost]);
});

test.each(['click', '{Enter}', ' '])(
  '%s loads the player to play, and moves the keyboard focus to it',
  async (how) => {
    const element = put('videoid="offstage001" video-title="Four Lights" params="start=3&hl=de"');
    if (how === 'click') await page.getByRole('button').click();
    else {
      (inside(element, 'button') as HTMLButtonElement).focus();
      await userEvent.keyboard(how);
    }
    await expect.poll(() => frameOf(element)).not.toBeNull();
    expect(vars(element)).toMatchObject({ autoplay: '1', start: '3', hl: 'de', enablejsapi: '1' });
    const frame = frameOf(element);
    expect(frame).toMatchObject({
      title: 'Four Lights',
      referrerPolicy: 'strict-origin-when-cross-origin',
      loading: 'eager',
    });
    expect(frame?.allow).toContain('autoplay');
    expect(element.shadowRoot?.activeElement).toBe(frame);
    expect(inside(element, 'button')).toHaveProperty('hidden', true);
    expect(frame?.getBoundingClientRect()).toEqual(element.getBoundingClientRect());
  },
);

test('load() loads without playing, and resolves with the player once it is ready', async () => {
  const element = put('videoid="offstage001"');
  const loading = element.load();
  expect(element.load()).toBe(loading);
  expect(vars(element)).not.toHaveProperty('autoplay');
  (await openEmbed(element)).answer({ duration: 32 });
  expect(await loading).toBe(element.player);
  expect(element.duration).toBe(32);
});

test.each([
  ['now', 'loads at once'],
  ['visible', 'loads once it is in view'],
])('autoload="%s" %s, and does not play', async (autoload) => {
  const element = put(`videoid="offstage001" autoload="${autoload}"`);
  await expect.poll(() => frameOf(element)).not.toBeNull();
  expect(vars(element)).not.toHaveProperty('autoplay');
});

test('autoload="visible" does not load an element that is out of sight', async () => {
  document.body.innerHTML = '<div style="height: 300vh"></div>';
  const element = new OffstagePlayerElement();
  for (const [name, value] of Object.entries({
    host: fakeHost,
    videoid: 'offstage001',
    autoload: 'visible',
  }))
    element.setAttribute(name, value);
  document.body.append(element);
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  expect(frameOf(element)).toBeNull();
  element.scrollIntoView();
  await expect.poll(() => frameOf(element)).not.toBeNull();
});

test('a playlist is played by its id', async () => {
  const element = put('playlist="PLx"');
  element.play();
  expect(vars(element)).toMatchObject({ list: 'PLx', listType: 'playlist', autoplay: '1' });
  (await openEmbed(element)).answer();
  expect(new URL(frameOf(element)?.src ?? '').pathname).toBe('/fake/embed/');
});

test('calls before the player exists wait for it, except a pause', async () => {
  const element = put('videoid="offstage001"');
  element.muted = true;
  element.volume = 0.2;
  element.volume = 0.4;
  element.playbackRate = 2;
  element.currentTime = 7;
  element.pause();
  expect([element.paused, element.currentTime, element.duration, element.volume]).toEqual([
    true,
    0,
    0,
    1,
  ]);
  element.play();
  const embed = await openEmbed(element);
  embed.answer();
  await expect
    .poll(() => embed.commands().filter((command) => !command.startsWith('addEventListener')))
    .toEqual(['mute()', 'setVolume(40)', 'setPlaybackRate(2)', 'seekTo(7,true)']);
  embed.say('infoDelivery', { volume: 40, muted: true, playbackRate: 2, playerState: 1 });
  await expect.poll(() => element.paused).toBe(false);
  expect([element.volume, element.muted, element.playbackRate]).toEqual([0.4, true, 2]);
  element.pause();
  element.play();
  await expect.poll(() => embed.commands().slice(-2)).toEqual(['pauseVideo()', 'playVideo()']);
});

test('the element fires the player’s events', async () => {
  const element = put('videoid="offstage001"');
  const heard: unknown[] = [];
  for (const name of ['ready', 'statechange', 'error', 'timeupdate', 'ratechange'])
    element.addEventListener(name, (event) =>
      heard.push([name, (event as CustomEvent).detail, event.bubbles]),
    );
  void element.load();
  const embed = await openEmbed(element);
  embed.answer();
  for (const [event, info] of [
    ['onStateChange', 3],
    ['onVideoProgress', 1.5],
    ['onPlaybackRateChange', 2],
    ['onError', 100],
  ])
    embed.say(String(event), info);
  await expect
    .poll(() => heard)
    .toEqual([
      ['ready', null, false],
      ['statechange', 3, false],
      ['timeupdate', 1.5, false],
      ['ratechange', 2, false],
      ['error', 100, false],
    ]);
});

test('a new videoid plays in the same frame', async () => {
  const element = put('videoid="offstage001"');
  void element.load();
  const embed = await openEmbed(element);
  embed.answer();
  element.setAttribute('videoid', 'offstage002');
  element.setAttribute('playlist', 'PLx');
  element.setAttribute('playlist', 'PLx');
  await expect
    .poll(() => embed.commands().filter((command) => command.startsWith('load')))
    .toEqual(['loadVideoById("offstage002")', 'loadPlaylist({"list":"PLx"})']);
});

test('the frame has the page’s title for its first video, and later the title of the present video', async () => {
  const element = put('videoid="offstage001" video-title="Vier Lichter"');
  void element.load();
  const title = () => frameOf(element)?.title;
  const embed = await openEmbed(element);
  const says = async (video_id: string, title: string) => {
    embed.say('infoDelivery', { videoData: { video_id, title } });
    await expect.poll(() => element.player?.getVideoData().video_id).toBe(video_id);
  };
  embed.answer();
  await says('offstage001', 'Four Lights');
  expect(title()).toBe('Vier Lichter');
  element.setAttribute('video-title', 'Quatre lumières');
  expect(title()).toBe('Quatre lumières');
  element.removeAttribute('video-title');
  expect(title()).toBe('Quatre lumières');
  element.setAttribute('videoid', 'offstage002');
  await says('offstage002', '<b>Lanterns</b>');
  expect(title()).toBe('<b>Lanterns</b>');
});

test('without a title from the page the frame has the video’s', async () => {
  const element = put('videoid="offstage001"');
  void element.load();
  expect(frameOf(element)?.title).toBe('Video player');
  (await openEmbed(element)).answer({
    videoData: { video_id: 'offstage001', title: 'Four Lights' },
  });
  await expect.poll(() => frameOf(element)?.title).toBe('Four Lights');
});

test('a new videoid before loading changes the poster', () => {
  const element = put('videoid="offstage001"');
  element.setAttribute('videoid', 'offstage002');
  expect(inside(element, 'img')?.getAttribute('src')).toBe(`${fakeHost}/poster/offstage002`);
  element.setAttribute('poster', '/mine.jpg');
  expect(inside(element, 'img')?.getAttribute('src')).toBe('/mine.jpg');
});

test('a moved element continues where it was', async () => {
  const element = put('videoid="offstage001"');
  void element.load();
  (await openEmbed(element)).answer({
    playerState: 2,
    currentTime: 12,
    videoData: { video_id: 'offstage002' },
  });
  await expect.poll(() => element.currentTime).toBe(12);
  const { player } = element;
  const shelf = document.createElement('section');
  document.body.append(shelf);
  shelf.append(element);
  const again = await openEmbed(element);
  again.answer();
  await expect
    .poll(() => again.commands().at(-1))
    .toBe('cueVideoById({"videoId":"offstage002","startSeconds":12})');
  expect(element.player).toBe(player);
});

test('a moved element continues in its list, in the list’s present order', async () => {
  const element = put('params="listType=user_uploads&list=Mira%20Halvorsen" videoid="offstage001"');
  void element.load();
  (await openEmbed(element)).answer({
    playerState: 1,
    currentTime: 12,
    videoData: { video_id: 'offstage003' },
    playlist: ['offstage001', 'offstage003', 'offstage002'],
    playlistId: 'Mira Halvorsen',
    playlistIndex: 1,
  });
  await expect.poll(() => element.player?.getPlaylistIndex()).toBe(1);
  const shelf = document.createElement('section');
  document.body.append(shelf);
  shelf.append(element);
  const again = await openEmbed(element);
  again.answer();
  await expect.poll(() => again.commands().at(-1)).toMatch(/^loadPlaylist/);
  const [, settings = ''] = /^loadPlaylist\((.*)\)$/.exec(again.commands().at(-1) ?? '') ?? [];
  expect(JSON.parse(settings)).toEqual({
    playlist: ['offstage001', 'offstage003', 'offstage002'],
    index: 1,
    startSeconds: expect.closeTo(12),
  });
});

test('an element moved by moveBefore keeps its frame', async () => {
  const element = put('videoid="offstage001"');
  void element.load();
  const embed = await openEmbed(element);
  embed.answer({ volume: 30, videoData: { video_id: 'offstage001' } });
  await expect.poll(() => element.volume).toBe(0.3);
  const shelf = document.createElement('section');
  document.body.append(shelf);
  (shelf as unknown as { moveBefore(node: Node, before: Node | null): void }).moveBefore(
    element,
    null,
  );
  embed.say('infoDelivery', { volume: 40 });
  await expect.poll(() => element.volume).toBe(0.4);
  expect(embed.listeningCount()).toBe(1);
  // A later load must not treat this as a move either.
  const frame = frameOf(element) as HTMLIFrameElement;
  const loaded = new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }));
  frame.src = `${fakeHost}/embed/offstage002?enablejsapi=1`;
  await loaded;
  const again = await openEmbed(element);
  again.answer({ volume: 50 });
  await expect.poll(() => element.volume).toBe(0.5);
  element.pause();
  await expect.poll(() => again.commands().at(-1)).toBe('pauseVideo()');
  expect(again.commands().filter((command) => command.startsWith('cue'))).toEqual([]);
});

test('an element that leaves the page disposes its player, and starts again when it returns', async () => {
  const element = put('videoid="offstage001"');
  const loading = element.load();
  const embed = await openEmbed(element);
  const { player } = element;
  element.remove();
  await expect.poll(() => element.player).toBeNull();
  await expect(loading).rejects.toThrow(/left the document/);
  expect(frameOf(element)).toBeNull();
  expect(player?.getIframe().isConnected).toBe(false);
  expect(embed.commands()).toEqual([]);
  document.body.append(element);
  await expect.element(page.getByRole('button')).toBeVisible();
  const again = element.load();
  (await openEmbed(element)).answer();
  expect(await again).toBe(element.player);
});

test.each([
  ['host', 'videoid="offstage001"', ''],
  ['videoid', '', `host="${fakeHost}"`],
])('a missing %s shows in the element and rejects load()', async (name, attributes, host) => {
  const element = put(attributes, host);
  await expect
    .poll(() => inside(element, '[role=alert]')?.textContent)
    .toContain(`needs the attribute "${name}"`);
  expect(page.getByRole('button').elements()).toEqual([]);
  await expect(element.load()).rejects.toThrow(`needs the attribute "${name}"`);
  element.setAttribute('host', fakeHost);
  element.setAttribute('videoid', 'offstage001');
  await expect.element(page.getByRole('button')).toBeVisible();
  expect(page.getByRole('alert').elements()).toEqual([]);
});

test('the script’s own host is the default', () => {
  sdkConfig.host = fakeHost;
  const element = put('videoid="offstage001"', '');
  element.play();
  expect(frameOf(element)?.src).toMatch(`${fakeHost}/embed/offstage001?`);
});

test('a host may end with a slash', () => {
  const element = put('videoid="offstage001"', `host="${fakeHost}/"`);
  expect(inside(element, 'img')?.getAttribute('src')).toBe(`${fakeHost}/poster/offstage001`);
});

test('a poster that fails to load is hidden', async () => {
  const element = put('videoid="offstage001" poster="data:image/png,broken"');
  await expect.poll(() => (inside(element, 'img') as HTMLImageElement).hidden).toBe(true);
});

test('the element’s content shows until the poster replaces it', async () => {
  put('videoid="offstage001"');
  expect(
    page
      .getByRole('link', { name: 'Watch' })
      .elements()
      .filter((link) => link.checkVisibility()),
  ).toEqual([]);
});

test('works under a policy against inline styles', () => {
  const element = put('videoid="offstage001"');
  element.play();
  const elements = [...(element.shadowRoot?.querySelectorAll('*') ?? [])];
  expect(
    elements.filter((each) => each.hasAttribute('style') || each.localName === 'style'),
  ).toEqual([]);
});
