import { playbackState } from '../../shared/player/playback-state.ts';
import { expect, type RawHost, test } from '../support/raw-host.ts';

/** One row for each event: its cause and its values in order. */
interface Row {
  event: string;
  happens: string;
  cause: (host: RawHost) => Promise<void>;
  values: unknown[];
  /** Values that may come besides. */
  optional?: readonly unknown[];
}

const hls = '/embed/offstage001?mute=1&enablejsapi=1';
const mp4 = '/embed/offstage002?mute=1&enablejsapi=1';

const until = (host: RawHost, state: number) => host.untilInfo('playerState', state);
const play = async (host: RawHost) => {
  await host.command('playVideo');
  await until(host, 1);
};

const rowsOfClip: Row[] = [
  {
    event: 'onStateChange',
    happens: 'at the end of a clip, and when the next video is cued',
    cause: async (host) => {
      await host.command('playVideo');
      await until(host, 0);
      await host.command('cueVideoById', 'offstage003');
    },
    values: [-1, 3, 1, 0, -1, 5],
  },
];

/** Those of one page follow each other, and each has its own event. */
const rowsOfFile: Row[] = [
  {
    event: 'onStateChange',
    happens: 'at each change: unstarted, buffering, playing, paused',
    cause: async (host) => {
      await play(host);
      await host.command('pauseVideo');
    },
    values: [-1, 3, 1, 2],
  },
  {
    event: 'onVolumeChange',
    happens: 'with volume and muted together',
    cause: async (host) => {
      await host.command('unMute');
      await host.untilInfo('muted', false);
      await host.command('setVolume', 25);
    },
    values: [
      { muted: false, volume: 100 },
      { muted: false, volume: 25 },
    ],
  },
  {
    event: 'onPlaybackRateChange',
    happens: 'with the new rate',
    cause: (host) => host.command('setPlaybackRate', 2),
    values: [2],
  },
  {
    event: 'onApiChange',
    happens: 'when a video brings captions, or the next one has none',
    cause: async (host) => {
      await host.command('cueVideoById', 'offstage001');
      await until(host, 5);
    },
    values: [null],
  },
  {
    event: 'onError',
    happens: 'when a video cannot be played',
    cause: (host) => host.command('loadVideoById', 'offstage005'),
    values: [150],
  },
];

const rowsOfStream: Row[] = [
  {
    event: 'onCaptionsChange',
    happens: 'with the shown track',
    cause: async (host) => {
      await host.command('setOption', 'captions', 'track', { languageCode: 'ar' });
      await host.command('setOption', 'captions', 'track', {});
    },
    values: [expect.objectContaining({ languageCode: 'ar' }), null],
  },
  {
    event: 'onChapterChange',
    happens: 'with the chapter that playback or a seek has reached',
    cause: async (host) => {
      await host.command('seekTo', 33, true);
    },
    values: [{ index: 2, title: 'Dusk', startSeconds: 32 }],
  },
  {
    event: 'onSeek',
    happens: 'with the positions before and after',
    cause: async (host) => {
      await play(host);
      await host.command('pauseVideo');
      await until(host, 2);
      await host.command('seekTo', 50, true);
    },
    values: [{ from: expect.any(Number), to: 50 }],
  },
  {
    event: 'onPlaybackQualityChange',
    happens: 'with YouTube’s word for the height',
    cause: async (host) => {
      await host.command('loadVideoById', { videoId: 'offstage001', suggestedQuality: 'small' });
    },
    values: ['small'],
    // A page that is busy hears of the qualities after the first segment.
    optional: ['medium'],
  },
];

for (const { what, path, rows } of [
  { what: 'a file', path: mp4, rows: rowsOfFile },
  { what: 'a stream', path: hls, rows: rowsOfStream },
  {
    what: 'a clip',
    path: '/embed/offstage002?mute=1&start=1&end=2&enablejsapi=1',
    rows: rowsOfClip,
  },
]) {
  test(`the events of ${what} fire with their values: ${rows.map(({ event }) => event).join(', ')}`, async ({
    openRawHost,
  }) => {
    const host = await openRawHost(path);
    for (const { event, happens, cause, values, optional = [] } of rows)
      await test.step(`${event} fires ${happens}`, async () => {
        await host.subscribe(event);
        await cause(host);
        await expect
          .poll(async () =>
            withoutStalls(await host.values(event)).filter((value) => !optional.includes(value)),
          )
          .toEqual(values);
      });
  });
}

/** A stall on a busy machine shows as playing, buffering, playing; all other states occur once. */
function withoutStalls(values: readonly unknown[]): unknown[] {
  const { playing, buffering } = playbackState;
  return values.filter((value, index) => {
    const isStall = value === buffering && values[index - 1] === playing;
    const isGoingOn =
      value === playing && values[index - 2] === playing && values[index - 1] === buffering;
    return !isStall && !isGoingOn;
  });
}

test('onVideoProgress and onTimeUpdate fire during playback, for their subscribers; late subscribers receive the present state', async ({
  openRawHost,
}) => {
  const host = await openRawHost('/embed/offstage002?autoplay=1&mute=1&enablejsapi=1');
  await until(host, 1);
  await expect.poll(async () => Number((await host.info()).currentTime)).toBeGreaterThan(0.5);
  await host.subscribe('onStateChange');
  await expect.poll(() => host.values('onStateChange')).toContain(1);
  for (const [event, shape] of [
    ['onVideoProgress', expect.any(Number)],
    ['onTimeUpdate', { currentTime: expect.any(Number), duration: expect.any(Number) }],
  ] as const) {
    expect(await host.values(event)).toEqual([]);
    await host.subscribe(event);
    await expect.poll(async () => (await host.values(event)).length).toBeGreaterThan(2);
    expect((await host.values(event))[0]).toEqual(shape);
  }
});

test('onLossReport fires with the loss equation, at once and at each change', async ({
  openRawHost,
  page,
}) => {
  const host = await openRawHost(mp4);
  await host.subscribe('onLossReport');
  await expect.poll(() => host.values('onLossReport')).not.toHaveLength(0);
  const frame = page.frames()[1];
  await frame?.evaluate(() => window.offstage.flush());
  const read = async () =>
    (await host.values('onLossReport')) as { created: number; delivered: number; queued: number }[];
  await expect.poll(async () => (await read()).at(-1)?.delivered).toBeGreaterThan(0);
  const reports = await read();
  expect(reports.at(-1)).toMatchObject({ dropped: { expired: 0 } });
  for (const { created, delivered, queued } of reports) expect(delivered + queued).toBe(created);
});

test('the host receives changed values before their event, and the new size of a resized frame', async ({
  openRawHost,
  page,
}) => {
  const host = await openRawHost(mp4);
  await page.evaluate(() => document.querySelector('iframe')?.setAttribute('width', '320'));
  await host.untilInfo('size', { width: 320, height: 360 });
  await host.subscribe('onStateChange', 'onVolumeChange', 'onPlaybackRateChange');
  await host.command('setVolume', 10);
  await host.command('setPlaybackRate', 0.5);
  await play(host);
  await expect.poll(() => host.values('onStateChange')).toContain(1);
  const mirror: Record<string, unknown> = {};
  for (const { event, info } of await host.messages()) {
    if (/^(?:initial|info)Delivery$/.test(event)) Object.assign(mirror, info);
    if (event === 'onStateChange') expect(mirror.playerState).toBe(info);
    if (event === 'onVolumeChange')
      expect({ muted: mirror.muted, volume: mirror.volume }).toEqual(info);
    if (event === 'onPlaybackRateChange') expect(mirror.playbackRate).toBe(info);
  }
});

test('the first delivery has the value of every getter in apiInterface [spec-3.6]', async ({
  openRawHost,
}) => {
  const host = await openRawHost('/embed/offstage001?list=PLoffstageplaylist&enablejsapi=1');
  const info = await host.info();
  const getters = (info.apiInterface as string[]).filter((name) => /^(?:get|is)[A-Z]/.test(name));
  expect(getters.length).toBeGreaterThan(20);
  for (const name of getters) {
    const key =
      name === 'isMuted' ? 'muted' : name.replace(/^get./, (start) => start.slice(3).toLowerCase());
    expect(info, name).toHaveProperty(key);
  }
});
