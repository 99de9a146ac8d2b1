import { expect, onTestFinished, test } from 'vitest';
import { heartbeatLimits } from '../../../../../shared/limits/recovery-limits.ts';
import type { PlayerResponse } from '../../../../../shared/player/player-response.ts';
import { err, ok, type Result } from '../../../../../shared/tools/result.ts';
import { startHeartbeat } from '../../../../../src/player/session/heartbeat/start-heartbeat.ts';
import { createPlayerStore } from '../../../../../src/player/state/player-store.ts';
import { createFakeClock } from '../../../fake-clock.ts';
import { makeReading, makeVideo } from '../../make-video.ts';

const everySec = 10;
const everyMs = everySec * 1_000;
const missing = err('HTTP_ERROR', 'Request failed, status=503');
const refused = (errorCode?: string, reason?: string) =>
  ok(
    makeVideo(
      {},
      {
        playabilityStatus: {
          status: 'UNPLAYABLE',
          ...(errorCode && { errorCode }),
          ...(reason && { reason }),
        },
      },
    ),
  );

/** A video that plays, and the API's answers; the last one is repeated. */
function startPlaying(
  answers: [Result<PlayerResponse>, ...Result<PlayerResponse>[]],
  heartbeat: unknown = { everySec },
) {
  const clock = createFakeClock();
  const store = createPlayerStore();
  const life = new AbortController();
  const stopped: [name: string, message: string | null | undefined][] = [];
  let pausesCount = 0;
  let askedCount = 0;
  store.dispatch({
    type: 'video_changed',
    video: makeVideo({}, { heartbeat }),
    isCued: false,
    startSeconds: 0,
  });
  const play = () => {
    store.dispatch({ type: 'starting' });
    store.dispatch({ type: 'playing', media: makeReading() });
  };
  play();
  startHeartbeat(
    {
      video: { pause: () => pausesCount++ } as unknown as HTMLVideoElement,
      store,
      async askVideo() {
        const answer = answers[Math.min(askedCount, answers.length - 1)] ?? answers[0];
        askedCount += 1;
        return answer;
      },
      fail(name, message) {
        stopped.push([name, message]);
        store.dispatch({ type: 'failed', error: { name, message: message ?? null } });
      },
      signal: life.signal,
    },
    clock,
  );
  onTestFinished(() => life.abort());
  return {
    clock,
    store,
    life,
    stopped,
    play,
    pausesCount: () => pausesCount,
    askedCount: () => askedCount,
  };
}

test.each([
  null,
  'often',
  {},
  { everySec: 'soon' },
  { everySec: 0 },
  { everySec: -1 },
  { everySec: 0.001 },
  { everySec: 1e9 },
  { everySec: [] },
])('a video with the heartbeat %j in its reply plays without requests', async (heartbeat) => {
  const { clock, askedCount } = startPlaying([refused()], heartbeat);
  expect(clock.timerCount).toBe(0);
  await clock.advanceAsync(100_000);
  expect(askedCount()).toBe(0);
});

test('a playing video sends heartbeats at its reply’s interval, and plays on while they are accepted', async () => {
  const { clock, stopped, askedCount } = startPlaying([ok(makeVideo())]);
  await clock.advanceAsync(5 * everyMs);
  expect(askedCount()).toBe(5);
  expect(stopped).toEqual([]);
});

test.each([
  [
    refused('mrm.blocked', 'Its owner has blocked it.'),
    ['mrm.blocked', 'Its owner has blocked it.'],
  ],
  [refused(), ['heartbeat.stop', null]],
])(
  'an answer that refuses stops the video with its error, or with heartbeat.stop',
  async (answer, error) => {
    const { clock, stopped, pausesCount, askedCount } = startPlaying([ok(makeVideo()), answer]);
    await clock.advanceAsync(5 * everyMs);
    expect(stopped).toEqual([error]);
    expect(pausesCount()).toBe(1);
    expect(askedCount()).toBe(2);
  },
);

test('several failed requests in a row stop the video', async () => {
  const { clock, stopped } = startPlaying([missing, missing, ok(makeVideo()), missing]);
  await clock.advanceAsync((3 + heartbeatLimits.missedCount - 1) * everyMs);
  expect(stopped).toEqual([]);
  await clock.advanceAsync(everyMs);
  expect(stopped).toEqual([['heartbeat.servererror', null]]);
});

test('a paused video sends none, and sends one at once when it plays again', async () => {
  const { clock, store, askedCount, play } = startPlaying([ok(makeVideo())]);
  store.dispatch({ type: 'paused', media: makeReading({ isPaused: true }) });
  await clock.advanceAsync(5 * everyMs);
  expect(askedCount()).toBe(0);
  play();
  await clock.advanceAsync(0);
  expect(askedCount()).toBe(1);
});

test('a retry after a refusal sends one at once', async () => {
  const { clock, stopped, play, store } = startPlaying([refused('heartbeat.stop')]);
  await clock.advanceAsync(everyMs);
  store.dispatch({ type: 'failed', error: null });
  play();
  await clock.advanceAsync(0);
  expect(stopped).toHaveLength(2);
});

test('the next video is independent of it', async () => {
  const { clock, life, stopped, askedCount } = startPlaying([refused('heartbeat.stop')]);
  clock.advance(everyMs);
  life.abort();
  await clock.advanceAsync(5 * everyMs);
  expect(askedCount()).toBe(1);
  expect(stopped).toEqual([]);
  expect(clock.timerCount).toBe(0);
});
