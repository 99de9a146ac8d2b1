import { describe, expect, test } from 'vitest';
import { recoveryLimits } from '../../../../shared/limits/recovery-limits.ts';
import {
  backOffMs,
  type MediaFailure,
  nextRecovery,
  noFailures,
  type RecoverySituation,
} from '../../../../src/player/recovery/recovery-rules.ts';

const network: MediaFailure = { name: 'net.retryexhausted', status: null };
const serverDown: MediaFailure = { name: 'net.retryexhausted', status: 503 };
const missing: MediaFailure = { name: 'net.retryexhausted', status: 404 };
const expired: MediaFailure = { name: 'net.retryexhausted', status: 403 };
const damaged: MediaFailure = { name: 'fmt.decode', status: null };

const midStream: RecoverySituation = {
  nowMs: 1_000_000,
  currentTime: 30,
  skipTo: 44,
  hasFirstFrame: true,
  hasNext: false,
  hasOtherSource: false,
  canResume: true,
  isLive: false,
  random: 0.5,
};

/** The steps that follow each other while the same thing fails. */
function stepsOf(
  failure: MediaFailure,
  situation: Partial<RecoverySituation>,
  count: number,
  everyMs = 0,
) {
  let history = noFailures;
  let { currentTime, skipTo } = midStream;
  return Array.from({ length: count }, (_, index) => {
    const nowMs = midStream.nowMs + index * everyMs;
    const now = { ...midStream, currentTime, skipTo, ...situation, nowMs };
    const next = nextRecovery(history, failure, now);
    history = next.history;
    if (next.step.type === 'skip') {
      currentTime = skipTo;
      skipTo += 14;
    }
    return next.step;
  });
}
const typesOf = (...args: Parameters<typeof stepsOf>) => stepsOf(...args).map(({ type }) => type);

test('media that plays on another thread from now on is taken up at once, as often as it takes, and counts as no failure', () => {
  const moved: MediaFailure = { name: 'fmt.noneavailable', status: null, isMoved: true };
  for (const situation of [{}, { hasFirstFrame: false, hasNext: true }]) {
    const next = nextRecovery(noFailures, moved, { ...midStream, ...situation });
    expect(next).toEqual({
      history: noFailures,
      step: { type: 'reload', afterMs: 0, isCareful: false },
    });
  }
});

describe('a network that fails', () => {
  test('mid-stream is tried again, with what is buffered kept, until patience ends', () => {
    for (const failure of [network, serverDown])
      expect(typesOf(failure, {}, 4, recoveryLimits.patienceMs / 3)).toEqual([
        'resume',
        'resume',
        'resume',
        'fail',
      ]);
  });

  test('is waited for longer each time, up to a limit, and by chance anything less', () => {
    expect([1, 2, 3, 4, 5, 6, 60].map((failures) => backOffMs(failures, 1))).toEqual([
      500, 1_000, 2_000, 4_000, 8_000, 8_000, 8_000,
    ]);
    expect(backOffMs(60, 0)).toBe(0);
  });

  test('makes an engine that cannot fetch on load anew', () => {
    expect(typesOf(network, { canResume: false }, 1)).toEqual(['reload']);
  });

  test('has patience only for a moment before the first picture, and none while there is another source', () => {
    const { startPatienceMs } = recoveryLimits;
    expect(typesOf(network, { hasFirstFrame: false }, 2, startPatienceMs)).toEqual([
      'reload',
      'fail',
    ]);
    const otherSource = { hasNext: true, hasOtherSource: true };
    expect(typesOf(network, { hasFirstFrame: false, ...otherSource }, 1)).toEqual(['next']);
    // By another engine it comes over the same network.
    expect(typesOf(network, { hasFirstFrame: false, hasNext: true }, 1)).toEqual(['reload']);
  });

  test('makes the next source take over when patience with this one has ended', () => {
    expect(typesOf(network, { hasNext: true }, 2, recoveryLimits.patienceMs)).toEqual([
      'resume',
      'next',
    ]);
  });

  test('has patience anew for a failure elsewhere in the video', () => {
    const { history } = nextRecovery(noFailures, network, midStream);
    const later = {
      ...midStream,
      nowMs: midStream.nowMs + recoveryLimits.patienceMs,
      currentTime: 40,
    };
    expect(nextRecovery(history, network, later).step.type).toBe('resume');
  });
});

test('what the server does not have is not asked for again', () => {
  expect(typesOf(missing, {}, 1)).toEqual(['fail']);
  expect(typesOf(missing, { hasNext: true }, 1)).toEqual(['next']);
  expect(typesOf({ name: 'fmt.noneavailable', status: null }, {}, 1)).toEqual(['fail']);
});

describe('an address that has expired', () => {
  test.each([401, 403, 410])(
    'is asked for anew (%i), at most once in ten seconds and a few times in a row',
    (status) => {
      expect(stepsOf({ ...expired, status }, {}, 4)).toEqual([
        { type: 'refresh', afterMs: 0 },
        { type: 'refresh', afterMs: recoveryLimits.refreshEveryMs },
        { type: 'refresh', afterMs: 2 * recoveryLimits.refreshEveryMs },
        { type: 'fail', name: 'net.retryexhausted' },
      ]);
    },
  );

  test('is not asked for more often because it expires elsewhere in the video', () => {
    const { history } = nextRecovery(noFailures, expired, midStream);
    const elsewhere = { ...midStream, currentTime: 300, nowMs: midStream.nowMs + 4_000 };
    expect(nextRecovery(history, expired, elsewhere).step).toEqual({
      type: 'refresh',
      afterMs: 6_000,
    });
  });

  test('of a licence server is no address of media', () => {
    expect(typesOf({ name: 'drm.auth', status: 403 }, {}, 1)).toEqual(['fail']);
  });
});

describe('damaged media', () => {
  test('is fetched anew twice, then jumped over, then told', () => {
    expect(typesOf(damaged, {}, 6)).toEqual(['reload', 'reload', 'skip', 'skip', 'skip', 'fail']);
  });

  test('is played from another source before anything is jumped over', () => {
    expect(typesOf(damaged, { hasNext: true }, 3)).toEqual(['reload', 'reload', 'next']);
  });

  test('is not jumped over live, where the edge is as good', () => {
    expect(typesOf(damaged, { isLive: true }, 3)).toEqual(['reload', 'reload', 'fail']);
  });

  test('that never showed a picture is no video: no jumps, the next source at once', () => {
    expect(typesOf(damaged, { hasFirstFrame: false }, 3)).toEqual(['reload', 'reload', 'fail']);
    expect(typesOf(damaged, { hasFirstFrame: false, hasNext: true }, 1)).toEqual(['next']);
  });

  test('ends also when nothing says so, and the video only stands still', () => {
    expect(typesOf({ ...network, isStall: true }, {}, 6).at(-1)).toBe('fail');
    // Before the first picture sooner: a server that never answers.
    expect(typesOf({ ...network, isStall: true }, { hasFirstFrame: false }, 2)).toEqual([
      'reload',
      'fail',
    ]);
    // The machine may be slow: what plays worse is tried after the second time.
    const lastResort = { hasFirstFrame: false, hasNext: true };
    expect(typesOf({ ...network, isStall: true }, lastResort, 2)).toEqual(['reload', 'next']);
  });
});

test('before the first picture the viewer is told why the best way to play failed, and not the last resort', () => {
  const first = nextRecovery(noFailures, damaged, {
    ...midStream,
    hasFirstFrame: false,
    hasNext: true,
  });
  const last = nextRecovery(first.history, missing, {
    ...midStream,
    currentTime: 0,
    hasFirstFrame: false,
  });
  expect(last.step).toEqual({ type: 'fail', name: 'net.retryexhausted' });
  const same = nextRecovery(first.history, missing, { ...midStream, hasFirstFrame: false });
  expect(same.step).toEqual({ type: 'fail', name: 'fmt.decode' });
});

test('a viewer who tries again after the error has all attempts again', () => {
  let history = noFailures;
  for (let i = 0; i < 6; i += 1) history = nextRecovery(history, damaged, midStream).history;
  expect(nextRecovery(history, damaged, midStream).step.type).toBe('reload');
});
