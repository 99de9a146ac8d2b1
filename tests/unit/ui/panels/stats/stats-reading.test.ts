import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { noDrops } from '../../../../../shared/rpc/loss-accounting.ts';
import { initialPlayerState } from '../../../../../src/player/state/player-state.ts';
import { speak } from '../../../../../src/ui/controls/translation/translate.ts';
import { loadCatalogue } from '../../../../../src/ui/messages/load-catalogue.ts';
import {
  describeStats,
  type StatsReading,
} from '../../../../../src/ui/panels/stats/stats-reading.ts';
import { makeVideo } from '../../../player/make-video.ts';

beforeAll(async () => speak(await loadCatalogue('en')));

const levels = [
  { id: '0', height: 360, bitrate: 400_000 },
  { id: '1', height: 1080, bitrate: 3_000_000 },
  { id: '2', height: 720, bitrate: 1_500_000 },
];

function reading(changes: Partial<StatsReading> = {}): StatsReading {
  return {
    atMs: 1_000,
    state: {
      ...initialPlayerState,
      videoId: 'offstage001',
      engine: 'hls.js',
      currentTime: 10,
      buffered: [
        { start: 0, end: 4 },
        { start: 8, end: 22.5 },
      ],
      qualities: levels,
      qualityId: '2',
    },
    cpn: 'abc',
    viewport: { width: 640, height: 360, pixelRatio: 1.5 },
    picture: { width: 1280, height: 720 },
    frames: { total: 250, dropped: 3 },
    engine: {
      bandwidthBps: 5_400_000,
      codecs: 'avc1.64001f, mp4a.40.2',
      liveLatencySec: null,
      liveTargetSec: null,
    },
    place: 'blob-worker',
    page: { eventsMs: 4, longTasksMs: 0 },
    services: { busyMs: 10, messageCount: 7 },
    roundTripMs: 1.26,
    loss: { created: 9, delivered: 4, queued: 3, dropped: { ...noDrops(), expired: 1, quota: 1 } },
    ...changes,
  };
}

const describeAll = (now: StatsReading, previous: StatsReading | null = null) =>
  Object.fromEntries(describeStats(now, previous));

test('the first reading has the player’s state without rates', () => {
  expect(describeAll(reading())).toEqual({
    'stats.video': 'offstage001 / abc',
    'stats.viewport': '640×360*1.5 / 3 dropped of 250',
    'stats.resolution': '1280×720 / 1280×720',
    'stats.volume': '100%',
    'stats.codecs': 'avc1.64001f, mp4a.40.2',
    'stats.engine': 'hls.js',
    'stats.connection': '5400 kb/s',
    'stats.buffer': '12.50 s',
    'stats.quality': '720p 1500 kb/s (auto, 3 levels)',
    'stats.services': 'blob-worker',
    'stats.mainThread': 'player events – ms/s · tasks over 50 ms – ms/s',
    'stats.servicesThread': 'messages, timers, replies – ms/s',
    'stats.rpc': '7, 1.3 ms · queue 3',
    'stats.events': '9 created = 4 delivered + 3 queued + 2 dropped',
  });
});

test('rates are computed from the time between two readings, however long it was', () => {
  const now = reading({
    atMs: 3_000,
    page: { eventsMs: 5, longTasksMs: 120 },
    services: { busyMs: 17, messageCount: 9 },
  });
  expect(describeAll(now, reading())).toMatchObject({
    'stats.mainThread': 'player events 0.50 ms/s · tasks over 50 ms 60 ms/s',
    'stats.servicesThread': 'messages, timers, replies 3.50 ms/s',
  });
});

test('services that were restarted in between give no negative rate', () => {
  const now = reading({ atMs: 2_000, services: { busyMs: 1, messageCount: 1 } });
  expect(describeAll(now, reading())['stats.servicesThread']).toBe(
    'messages, timers, replies 0.00 ms/s',
  );
});

test('an unknown value is a dash, not a number', () => {
  const state = { ...initialPlayerState, response: makeVideo() };
  const now = reading({
    state,
    engine: null,
    place: null,
    services: null,
    roundTripMs: null,
    picture: { width: 0, height: 0 },
    page: { eventsMs: 1, longTasksMs: null },
  });
  expect(describeAll(now, reading())).toMatchObject({
    'stats.video': '– / abc',
    'stats.resolution': '– / –',
    'stats.codecs': '–',
    'stats.connection': '–',
    'stats.buffer': '0.00 s',
    'stats.quality': '–',
    'stats.services': '–',
    'stats.rpc': '–, – ms · queue 3',
  });
});

test.each([
  [360, 1, '640×360'],
  [361, 1, '1280×720'],
  [2_000, 2, '1920×1080'],
])('in a frame of %d pixels times %d the optimal picture is %s', (height, pixelRatio, optimal) => {
  const now = reading({ viewport: { width: 640, height, pixelRatio } });
  expect(describeAll(now)['stats.resolution']).toBe(`1280×720 / ${optimal}`);
});

test('a file that the element plays alone has the codecs of the reply', () => {
  const source = {
    packaging: 'progressive',
    url: '/a.mp4',
    mimeType: 'video/mp4; codecs="avc1, opus"',
  } as const;
  const state = {
    ...initialPlayerState,
    engine: 'native',
    response: makeVideo({}, { sources: [source] }),
  };
  expect(describeAll(reading({ state, engine: null }))['stats.codecs']).toBe('avc1, opus');
});

test('live streams have a latency and its target: the engine’s, or the distance to the end of the seekable range', () => {
  const state = {
    ...initialPlayerState,
    isLive: true,
    currentTime: 90,
    seekable: { start: 0, end: 97.5 },
  };
  expect(describeAll(reading({ state }))['stats.latency']).toBe('7.50 s');
  const engine = { bandwidthBps: null, codecs: null, liveLatencySec: 3, liveTargetSec: 1.5 };
  expect(describeAll(reading({ state, engine }))['stats.latency']).toBe('3.00 s / 1.50 s');
  expect(describeAll(reading())).not.toHaveProperty('stats.latency');
});

test('the text beside the figures is in the viewer’s language', async () => {
  speak(await loadCatalogue('de'));
  onTestFinished(async () => speak(await loadCatalogue('en')));
  expect(describeAll(reading())).toMatchObject({
    'stats.viewport': '640×360*1.5 / 3 von 250 ausgelassen',
    'stats.quality': '720p 1500 kb/s (automatisch, 3 Stufen)',
    'stats.events': '9 erzeugt = 4 zugestellt + 3 wartend + 2 verworfen',
  });
});
