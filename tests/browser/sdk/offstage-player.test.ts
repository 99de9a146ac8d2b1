import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { fakeHost, messagesArrived } from './fake-embed.ts';
import { frameOf, inside, openEmbed, put, removeElements, vars } from './put-element.ts';

afterEach(removeElements);

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
  embed.send('infoDelivery', { volume: 40, muted: true, playbackRate: 2, playerState: 1 });
  await expect.poll(() => element.paused).toBe(false);
  expect([element.volume, element.muted, element.playbackRate]).toEqual([0.4, true, 2]);
  element.pause();
  element.play();
  await expect.poll(() => embed.commands().slice(-2)).toEqual(['pauseVideo()', 'playVideo()']);
});

test('the element fires the player’s events', async () => {
  const element = put('videoid="offstage001"');
  const received: unknown[] = [];
  for (const name of ['ready', 'statechange', 'error', 'timeupdate', 'ratechange'])
    element.addEventListener(name, (event) =>
      received.push([name, (event as CustomEvent).detail, event.bubbles]),
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
    embed.send(String(event), info);
  await expect
    .poll(() => received)
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
    embed.send('infoDelivery', { videoData: { video_id, title } });
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
  await messagesArrived();
  const listeningCount = embed.listeningCount();
  const shelf = document.createElement('section');
  document.body.append(shelf);
  (shelf as unknown as { moveBefore(node: Node, before: Node | null): void }).moveBefore(
    element,
    null,
  );
  embed.send('infoDelivery', { volume: 40 });
  await expect.poll(() => element.volume).toBe(0.4);
  expect(embed.listeningCount()).toBe(listeningCount);
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
