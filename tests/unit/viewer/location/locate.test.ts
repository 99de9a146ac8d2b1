import { afterEach, expect, test, vi } from 'vitest';
import type { VideoAnswer } from '../../../../shared/rpc/rpc.ts';
import { err, ok, type Result } from '../../../../shared/tools/result.ts';
import { createPlayerStore } from '../../../../src/player/state/player-store.ts';
import { locate } from '../../../../src/viewer/location/locate.ts';
import { settlePromises } from '../../fake-clock.ts';
import { makeVideo } from '../../player/make-video.ts';

afterEach(() => vi.unstubAllGlobals());

const needy: VideoAnswer = {
  ...makeVideo({}, { playabilityStatus: { status: 'UNPLAYABLE', needsLocation: true } }),
  positionRequest: { timeoutMs: 10_000, isHighAccuracy: false },
};

interface Browser {
  permission?: PermissionState | 'unknown';
  isAllowed?: boolean | null;
  isFramed?: boolean;
  isSecure?: boolean;
  hasGeolocation?: boolean;
  /** The result of asking: a code of `GeolocationPositionError`. */
  error?: number;
}

/** A browser as the test sets it, and its recorded requests. */
function start(browser: Browser = {}, answers: Result<VideoAnswer, 'TIMED_OUT'>[] = []) {
  const { permission = 'prompt', isAllowed = true, isFramed = true, isSecure = true } = browser;
  const asked: PositionOptions[] = [];
  const geolocation = {
    getCurrentPosition(
      done: (position: unknown) => void,
      failed: (error: unknown) => void,
      options: PositionOptions,
    ) {
      asked.push(options);
      if (browser.error === undefined) done({ coords: { latitude: 1, longitude: 2, accuracy: 3 } });
      else failed({ code: browser.error });
    },
  };
  vi.stubGlobal('isSecureContext', isSecure);
  vi.stubGlobal('navigator', {
    ...(browser.hasGeolocation !== false && { geolocation }),
    permissions: {
      query: async () => {
        if (permission === 'unknown') throw new TypeError('no such permission');
        return { state: permission };
      },
    },
  });
  vi.stubGlobal(
    'document',
    isAllowed === null ? {} : { featurePolicy: { allowsFeature: () => isAllowed } },
  );
  const window = { parent: {} };
  if (!isFramed) window.parent = window;
  vi.stubGlobal('window', window);

  const store = createPlayerStore();
  const calls: unknown[] = [];
  const logged: unknown[] = [];
  let isAwaited = true;
  const run = (video: VideoAnswer = needy) =>
    locate(video, () => isAwaited, {
      store,
      async getVideo(...args) {
        calls.push(args);
        return answers.shift() ?? ok(makeVideo());
      },
      log: (name, payload) => logged.push([name, payload]),
    });
  return {
    asked,
    calls,
    logged,
    run,
    play: () => store.dispatch({ type: 'awaited_changed', isCued: false, startSeconds: 0 }),
    takeOver() {
      isAwaited = false;
      store.dispatch({ type: 'changed', changes: { isLooping: true } });
    },
  };
}

const position = { latitude: 1, longitude: 2, accuracyMeters: 3 };

test('when a video is to play the browser is asked with the services’ options, and they get the result', async () => {
  const { run, play, asked, calls, logged } = start();
  const located = run();
  await settlePromises();
  expect(asked).toEqual([]);
  play();
  expect(await located).toEqual(ok(makeVideo()));
  expect(asked).toEqual([{ timeout: 10_000, enableHighAccuracy: false }]);
  expect(calls).toEqual([['offstage001', { outcome: 'granted', position }]]);
  expect(logged).toEqual([['location', { videoId: 'offstage001', outcome: 'granted' }]]);
});

test('a viewer who was asked before need not wait', async () => {
  const { run, calls } = start({ permission: 'granted' });
  await run();
  expect(calls).toEqual([['offstage001', { outcome: 'granted', position }]]);
});

test('a page whose server has no position asks the services first: they may not need one', async () => {
  const { positionRequest: _, ...fromServer } = needy;
  const known = start();
  expect(await known.run(fromServer)).toEqual(ok(makeVideo()));
  expect(known.calls).toEqual([['offstage001']]);
  expect(known.asked).toEqual([]);

  const failing = start({}, [err('TIMED_OUT', 'Request timed out')]);
  expect(await failing.run(fromServer)).toMatchObject({ ok: false });

  const unknown = start({ permission: 'granted' }, [ok(needy)]);
  await unknown.run(fromServer);
  expect(unknown.calls).toHaveLength(2);
  expect(unknown.asked).toHaveLength(1);
});

test('another video ends the wait, and the browser is not asked', async () => {
  const { run, takeOver, asked, calls } = start();
  const located = run();
  await settlePromises();
  takeOver();
  await located;
  expect([asked, calls]).toEqual([[], []]);
});

test.each<[string, Browser, string]>([
  ['no https', { isSecure: false }, 'insecure'],
  ['a browser without geolocation', { hasGeolocation: false }, 'unsupported'],
  ['a host that does not allow it', { isAllowed: false, permission: 'denied' }, 'not_allowed'],
  ['a viewer who has refused before', { permission: 'denied' }, 'denied'],
  [
    'a refusal that a browser does not explain',
    { permission: 'denied', isAllowed: null },
    'refused',
  ],
  [
    'the same without a frame',
    { permission: 'denied', isAllowed: null, isFramed: false },
    'denied',
  ],
])(
  'the browser is not asked where it would be refused, not even on play: %s',
  async (_what, browser, outcome) => {
    const { run, asked, calls } = start(browser);
    await run();
    expect(asked).toEqual([]);
    expect(calls).toEqual([['offstage001', { outcome }]]);
  },
);

test.each<[string, Browser, string]>([
  ['the viewer refuses', { error: 1 }, 'denied'],
  ['an unexplained refusal', { error: 1, isAllowed: null }, 'refused'],
  ['the position is unavailable', { error: 2 }, 'unavailable'],
  ['the request times out', { error: 3 }, 'timed_out'],
  [
    'a browser that cannot say whether it will ask',
    { error: 2, permission: 'unknown' },
    'unavailable',
  ],
])('a missing position is reported by its reason: %s', async (_what, browser, outcome) => {
  const { run, play, calls, logged } = start(browser);
  const located = run();
  play();
  await located;
  expect(calls).toEqual([['offstage001', { outcome }]]);
  expect(logged).toEqual([['location', { videoId: 'offstage001', outcome }]]);
});
