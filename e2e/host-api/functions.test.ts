import { expect, type RawHost, test } from '../support/raw-host.ts';

/**
 * One row for each function that a host can call by message: its arguments and the host's values
 * afterwards.
 * HLS (`offstage001`) unless a row names another video.
 */
interface Row {
  does: string;
  path?: string;
  /** Commands in order. */
  calls: [func: string, ...args: unknown[]][];
  /** The host's values at the end. */
  told: Record<string, unknown>;
  /** Whether the video plays before the calls. */
  whilePlaying?: boolean;
  /** The host's values before the calls, for rows that need more than a ready player. */
  first?: Record<string, unknown>;
}

const list = ['offstage001', 'offstage002', 'offstage003'];
const inList = '/embed/?list=PLoffstageplaylist&listType=playlist&mute=1&enablejsapi=1';

const rows: Record<string, Row> = {
  playVideo: { does: 'plays', calls: [['playVideo']], told: { playerState: 1 } },
  pauseVideo: {
    does: 'pauses',
    whilePlaying: true,
    calls: [['pauseVideo']],
    told: { playerState: 2 },
  },
  stopVideo: {
    does: 'returns to the first frame',
    whilePlaying: true,
    calls: [['stopVideo']],
    told: { playerState: 5, currentTime: 0 },
  },
  clearVideo: {
    does: 'clears the stage',
    whilePlaying: true,
    calls: [['clearVideo']],
    told: { playerState: 5 },
  },
  'seekTo, cued': {
    does: 'starts playing there',
    calls: [['seekTo', 40]],
    told: { playerState: 1 },
  },
  'seekTo, paused': {
    does: 'stays paused',
    whilePlaying: true,
    calls: [['pauseVideo'], ['seekTo', 33, true]],
    told: { playerState: 2, currentTime: 33 },
  },
  'seekTo, not ahead': {
    does: 'does nothing if that video is already shown',
    calls: [['seekTo', 40, false]],
    told: { playerState: 5, currentTime: 0 },
  },
  mutedAutoplay: {
    does: 'plays without sound',
    calls: [['mutedAutoplay']],
    told: { playerState: 1, muted: true },
  },
  setPlaybackQuality: {
    does: 'fixes the quality',
    whilePlaying: true,
    calls: [['setPlaybackQuality', 'small']],
    told: { playbackQuality: 'small' },
  },
  cueVideoById: {
    does: 'shows the video without playing',
    calls: [['cueVideoById', 'offstage002', 3]],
    told: { playerState: 5, videoData: expect.objectContaining({ video_id: 'offstage002' }) },
  },
  'loadVideoById, as an object': {
    does: 'plays the clip that it names',
    calls: [
      [
        'loadVideoById',
        { videoId: 'offstage002', startSeconds: 2, endSeconds: 3, suggestedQuality: 'large' },
      ],
    ],
    told: {
      playerState: 0,
      videoData: expect.objectContaining({ video_id: 'offstage002', title: 'Lanterns' }),
    },
  },
  cueVideoByUrl: {
    does: 'reads the id from /v/',
    calls: [['cueVideoByUrl', 'https://www.youtube.com/v/offstage003?version=3']],
    told: { playerState: 5, videoData: expect.objectContaining({ video_id: 'offstage003' }) },
  },
  'loadVideoByUrl, as an object': {
    does: 'reads the id from /embed/',
    calls: [['loadVideoByUrl', { mediaContentUrl: 'https://host.example/embed/offstage002' }]],
    told: { playerState: 1, videoData: expect.objectContaining({ video_id: 'offstage002' }) },
  },
  'cuePlaylist, by id': {
    does: 'shows the video at the index',
    calls: [['cuePlaylist', { list: 'PLoffstageplaylist', listType: 'playlist', index: 1 }]],
    told: { playerState: 5, playlist: list, playlistIndex: 1, playlistId: 'PLoffstageplaylist' },
  },
  'cuePlaylist, by author': {
    does: 'lists all of the author’s videos',
    calls: [['cuePlaylist', { list: 'offstage', listType: 'user_uploads' }]],
    told: {
      playerState: 5,
      playlist: [...list, 'offstage004', 'offstage005', 'offstage006', 'offstage007'],
      playlistId: 'offstage',
    },
  },
  'loadPlaylist, by ids': {
    does: 'plays from the index and the second',
    calls: [['loadPlaylist', ['offstage003', 'offstage002'], 1, 2]],
    told: {
      playerState: 1,
      playlist: ['offstage003', 'offstage002'],
      playlistIndex: 1,
      playlistId: '',
    },
  },
  nextVideo: {
    does: 'plays the next video',
    path: inList,
    calls: [['nextVideo']],
    told: { playlistIndex: 1, playerState: 1 },
  },
  'nextVideo, at the end': {
    does: 'ends',
    path: inList,
    calls: [['playVideoAt', 2], ['nextVideo']],
    told: { playlistIndex: 2, playerState: 0 },
  },
  'nextVideo, at the end of a loop': {
    does: 'begins again',
    path: inList,
    calls: [['setLoop', true], ['playVideoAt', 2], ['nextVideo']],
    told: { playlistIndex: 0, playerState: 1 },
  },
  previousVideo: {
    does: 'goes back',
    path: inList,
    calls: [['playVideoAt', 2], ['previousVideo']],
    told: { playlistIndex: 1, playerState: 1 },
  },
  'previousVideo, at the beginning': {
    does: 'starts the first video again',
    path: inList,
    calls: [['previousVideo']],
    told: { playlistIndex: 0, playerState: 1 },
  },
  playVideoAt: {
    does: 'jumps',
    path: inList,
    calls: [['playVideoAt', 2]],
    told: { playlistIndex: 2, playerState: 1 },
  },
  'playVideo, after the end of a list': {
    does: 'starts the list again',
    path: inList,
    calls: [['playVideoAt', 2], ['nextVideo'], ['playVideo']],
    told: { playlistIndex: 0, playerState: 1 },
  },
  unloadModule: {
    does: 'hides them',
    path: '/embed/offstage001?enablejsapi=1&cc_load_policy=1',
    first: { option: { captions: { track: { languageCode: 'en' } } } },
    calls: [['unloadModule', 'captions']],
    told: { option: { captions: expect.objectContaining({ track: {} }) } },
  },
};

/** Functions that keep the video: one document runs them all in sequence. */
const settings: Record<string, Row> = {
  setVolume: {
    does: 'takes the integer part',
    calls: [['setVolume', 42.9]],
    told: { volume: 42, muted: false },
  },
  'setVolume, too much': {
    does: 'is clamped',
    calls: [
      ['setVolume', 4],
      ['setVolume', 900],
    ],
    told: { volume: 100 },
  },
  'setVolume, too little': { does: 'is clamped', calls: [['setVolume', -3]], told: { volume: 0 } },
  mute: {
    does: 'keeps the volume',
    calls: [['setVolume', 30], ['mute']],
    told: { muted: true, volume: 30 },
  },
  unMute: {
    does: 'raises a volume under 5 to 5',
    calls: [['setVolume', 2], ['mute'], ['unMute']],
    told: { muted: false, volume: 5 },
  },
  setPlaybackRate: {
    does: 'sets the rate',
    calls: [['setPlaybackRate', 1.5]],
    told: { playbackRate: 1.5 },
  },
  'setPlaybackRate, not on offer': {
    does: 'takes the nearest in the direction of 1',
    calls: [['setPlaybackRate', 1.9]],
    told: { playbackRate: 1.75 },
  },
  loadModule: {
    does: 'shows captions',
    calls: [['loadModule', 'captions']],
    told: {
      option: {
        captions: expect.objectContaining({
          track: expect.objectContaining({ languageCode: 'en' }),
        }),
      },
    },
  },
  'setOption, a track': {
    does: 'chooses the language',
    calls: [['setOption', 'captions', 'track', { languageCode: 'es' }]],
    told: {
      option: {
        captions: expect.objectContaining({
          track: expect.objectContaining({ languageCode: 'es' }),
        }),
      },
    },
  },
  'setOption, the size': {
    does: 'makes captions larger',
    calls: [['setOption', 'captions', 'fontSize', 3]],
    told: { option: { captions: expect.objectContaining({ fontSize: 3 }) } },
  },
  'setSphericalProperties, setSize': {
    does: 'have no effect with any arguments, and throw nothing',
    calls: [
      ['setSphericalProperties', { yaw: 90 }],
      ['setSize', 320, 180],
      ['setSize', '<b>', { height: -1 }],
      ['setSize'],
    ],
    told: { sphericalProperties: {}, size: { width: 640, height: 360 }, playerState: 5 },
  },
};

for (const [
  name,
  { does, path = '/embed/offstage001?mute=0&enablejsapi=1', calls, told, whilePlaying, first = {} },
] of Object.entries(rows)) {
  test(`${name} ${does}`, async ({ openRawHost }) => {
    const host = await openRawHost(path);
    if (whilePlaying) await play(host);
    await expect.poll(() => host.info()).toMatchObject(first);
    await expectTold(host, { calls, told });
  });
}

test('sound, rate and captions are set by one function after another', async ({ openRawHost }) => {
  const host = await openRawHost('/embed/offstage001?mute=0&enablejsapi=1');
  for (const [name, { does, calls, told }] of Object.entries(settings))
    await test.step(`${name} ${does}`, async () => {
      await expectTold(host, { calls, told });
    });
});

async function expectTold(
  host: RawHost,
  { calls, told }: Pick<Row, 'calls' | 'told'>,
): Promise<void> {
  for (const call of calls) await callAndSettle(host, call);
  // Answered after the row's calls, so their effects are complete.
  const answers = (await host.values('onDiagnose')).length;
  await host.command('diagnose');
  await expect.poll(() => host.values('onDiagnose')).toHaveLength(answers + 1);
  await expect.poll(() => host.info()).toMatchObject(told);
}

async function play(host: RawHost): Promise<void> {
  await host.command('playVideo');
  await host.untilInfo('playerState', 1);
  await expect.poll(async () => Number((await host.info()).currentTime)).toBeGreaterThan(0.2);
}

/** Calls that load another video: a row's next call must find it playing, or ended. */
async function callAndSettle(
  host: RawHost,
  [func, ...args]: [string, ...unknown[]],
): Promise<void> {
  const bringsVideo = /^(?:playVideoAt|nextVideo)$/.test(func);
  if (bringsVideo) await host.forget();
  await host.command(func, ...args);
  if (bringsVideo)
    await expect
      .poll(async () => [0, 1].includes(Number((await host.info()).playerState)))
      .toBe(true);
}

test('shuffling a list keeps the present video, plays everything once, and continues in the new order', async ({
  openRawHost,
}) => {
  const host = await openRawHost(inList);
  await host.command('playVideoAt', 1);
  await host.untilInfo('playerState', 1);
  await host.command('setShuffle', true);
  await host.untilInfo('playlistIndex', 0);
  const { playlist } = await host.info();
  expect((playlist as string[])[0]).toBe('offstage002');
  expect((playlist as string[]).toSorted()).toEqual(list);
  await host.command('nextVideo');
  await expect
    .poll(async () => (await host.info()).videoData)
    .toMatchObject({ video_id: (playlist as string[])[1] });
});

test('unshuffling a list restores its owner’s order', async ({ openRawHost }) => {
  const host = await openRawHost(inList);
  await host.command('playVideoAt', 1);
  await host.untilInfo('playerState', 1);
  await host.command('setShuffle', true);
  await host.untilInfo('playlistIndex', 0);
  await host.command('setShuffle', false);
  await host.untilInfo('playlistIndex', 1);
  expect((await host.info()).playlist).toEqual(list);
});

test('preloadVideoById requests a video once, and changes nothing on the stage', async ({
  openRawHost,
}) => {
  const host = await openRawHost('/embed/offstage001?enablejsapi=1');
  let asked = 0;
  host.page.on('request', (request) => {
    if (request.url().includes('/youtubei/v1/player')) asked += 1;
  });
  const answered = host.page.waitForResponse(/youtubei\/v1\/player/);
  await host.command('preloadVideoById', 'offstage002');
  await answered;
  expect(await host.info()).toMatchObject({
    playerState: 5,
    videoData: { video_id: 'offstage001' },
  });
  await host.command('cueVideoById', 'offstage002');
  await host.untilInfo(
    'videoData',
    expect.objectContaining({ video_id: 'offstage002', title: 'Lanterns' }),
  );
  expect(asked).toBe(1);
});

test('playVideo right after a cue plays the cued video, and reports never mix two videos', async ({
  openRawHost,
}) => {
  const host = await openRawHost('/embed/offstage001?mute=1&enablejsapi=1');
  await play(host);
  await host.forget();
  await host.command('cuePlaylist', ['offstage003', 'offstage002'], 1, 2);
  await host.command('playVideo');
  await host.untilInfo('playerState', 1);
  const told = await host.values('infoDelivery');
  // The first video's last reports were under way when the cue was sent; the cue's answer has all
  // values.
  const answered = told.findIndex((info) => Object.hasOwn(info as object, 'apiInterface'));
  expect(answered).toBeGreaterThan(-1);
  for (const info of told.slice(answered)) {
    const { videoData, playlist, currentTime, apiInterface } = info as {
      videoData?: { video_id: string };
      playlist?: string[];
      currentTime?: number;
      apiInterface?: string[];
    };
    if (videoData !== undefined) expect(videoData.video_id).toBe('offstage002');
    if (playlist !== undefined) expect(playlist).toEqual(['offstage003', 'offstage002']);
    if (currentTime !== undefined) expect(currentTime).toBeGreaterThanOrEqual(2);
    if (apiInterface !== undefined)
      expect(info).toMatchObject({ playerState: -1, playlistIndex: 1 });
  }
});

test('seeking does not start playback after a pause before the start', async ({ openRawHost }) => {
  const host = await openRawHost('/embed/offstage001?mute=1&enablejsapi=1');
  await host.command('loadVideoById', 'offstage003');
  await host.command('pauseVideo');
  await host.command('seekTo', 7, true);
  await host.untilInfo('playerState', 2);
  await host.untilInfo('currentTime', 7);
  await host.command('cueVideoById', 'offstage001');
  await host.untilInfo('playerState', 5);
  await host.command('pauseVideo');
  await host.command('seekTo', 30, true);
  await host.untilInfo('currentTime', 30);
  expect((await host.info()).playerState).toBe(5);
});

test('chosen captions return after a video without any', async ({ openRawHost }) => {
  const host = await openRawHost('/embed/offstage001?mute=1&enablejsapi=1');
  await host.command('setOption', 'captions', 'track', { languageCode: 'es' });
  await host.command('cueVideoById', 'offstage002');
  await host.untilInfo('option', {});
  await host.command('cueVideoById', 'offstage001');
  await expect
    .poll(async () => (await host.info()).option)
    .toMatchObject({ captions: { track: { languageCode: 'es' } } });
});

test('only rates that were set are reported, even if an engine changes the rate while it waits', async ({
  openRawHost,
}) => {
  const host = await openRawHost('/embed/offstage003?mute=1&enablejsapi=1');
  await host.subscribe('onPlaybackRateChange');
  await host.command('setPlaybackRate', 1.5);
  await play(host);
  await host.command('seekTo', 10, true);
  await expect.poll(async () => Number((await host.info()).currentTime)).toBeGreaterThan(10.5);
  expect(await host.values('onPlaybackRateChange')).toEqual([1.5]);
});

test('a live stream reports its seekable range, and seeks within it', async ({ openRawHost }) => {
  const host = await openRawHost('/embed/offstage004?mute=1&enablejsapi=1');
  await play(host);
  const progress = async () =>
    (await host.info()).progressState as { seekableStart: number; current: number };
  await expect.poll(async () => (await progress()).seekableStart).toBeGreaterThan(0);
  const { seekableStart } = await progress();
  await host.command('seekTo', 0, true);
  await expect.poll(async () => (await progress()).current).toBeLessThan(seekableStart + 15);
});

test('cue ranges fire when playback enters and leaves them, and end with their video', async ({
  openRawHost,
}) => {
  const host = await openRawHost('/embed/offstage002?mute=1&enablejsapi=1');
  await host.subscribe('onCueRangeEnter', 'onCueRangeExit');
  await host.command('addCueRange', 'gone', 1, 2);
  await host.command('removeCueRange', 'gone');
  await host.command('addCueRange', 'opening', 0.5, 2.5);
  await host.command('playVideo');
  await expect.poll(() => host.values('onCueRangeExit')).toEqual(['opening']);
  expect(await host.values('onCueRangeEnter')).toEqual(['opening']);
  await host.forget();
  await host.command('addCueRange', 'of this video', 0.5, 1.5);
  await host.command('loadVideoById', 'offstage003');
  // The time reported with this state, or after it, belongs to this video.
  await host.untilInfo('videoData', expect.objectContaining({ video_id: 'offstage003' }));
  await expect.poll(async () => Number((await host.info()).currentTime)).toBeGreaterThan(1);
  expect(await host.values('onCueRangeEnter')).toEqual([]);
});

test('diagnose answers with the player’s condition', async ({ openRawHost }) => {
  const host = await openRawHost('/embed/offstage001?enablejsapi=1');
  await host.command('nonsense');
  await host.command('playVideo');
  await host.untilInfo('playerState', 1);
  await host.command('diagnose');
  await expect.poll(() => host.values('onDiagnose')).toHaveLength(1);
  expect((await host.values('onDiagnose'))[0]).toMatchObject({
    host: { refusals: { UNKNOWN_FUNCTION: 1 } },
    player: { videoId: 'offstage001', engine: 'hls.js in a worker', isFramed: true },
    services: { place: 'worker', queue: expect.any(String) },
    loss: { created: expect.any(Number) },
  });
});

test('destroy stops the player and lets another window become its host', async ({
  openRawHost,
}) => {
  const host = await openRawHost('/embed/offstage001?enablejsapi=1');
  await play(host);
  await host.command('destroy');
  await host.listen(2);
  await expect.poll(() => host.values('onReady')).toHaveLength(2);
  expect(await host.info()).toMatchObject({ playerState: 5 });
});

test('every cue and load is answered at once with all values', async ({ openRawHost }) => {
  const host = await openRawHost('/embed/offstage001?enablejsapi=1');
  for (const [func, ...args] of [
    ['cueVideoById', 'offstage002'],
    ['loadVideoById', { videoId: 'offstage002' }],
    ['cueVideoByUrl', '/v/offstage002'],
    ['loadVideoByUrl', '/e/offstage002'],
    ['cuePlaylist', 'PLoffstageplaylist'],
    ['loadPlaylist', ['offstage002']],
  ] as [string, ...unknown[]][]) {
    await host.forget();
    await host.command(func, ...args);
    await expect
      .poll(async () =>
        (await host.values('infoDelivery')).some((info) =>
          Object.hasOwn(info as object, 'apiInterface'),
        ),
      )
      .toBe(true);
  }
});

test('a clip stops at its end, also on a page too busy to follow the video', async ({
  openRawHost,
}) => {
  const host = await openRawHost('/embed/offstage001?mute=0&enablejsapi=1');
  await host.player.locator('video').evaluate(() => {
    // Delays this event and later ones by two seconds. Meanwhile the video plays past the end of
    // its clip.
    const keepBusy = () => {
      const endMs = performance.now() + 2_000;
      while (performance.now() < endMs);
    };
    window.addEventListener('seeked', keepBusy, { capture: true, once: true });
  });
  const part = { videoId: 'offstage002', startSeconds: 2, endSeconds: 3 };
  await expectTold(host, { calls: [['loadVideoById', part]], told: { playerState: 0 } });
});
