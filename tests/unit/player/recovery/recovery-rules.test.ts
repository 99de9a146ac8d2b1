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
  duration: 60,
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

test('media that now plays on another thread is restarted at once, each time, and counts as no failure', () => {
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
  test('halfway through a video is retried with the buffer kept, until patience ends', () => {
    for (const failure of [network, serverDown])
      expect(typesOf(failure, {}, 4, recoveryLimits.patienceMs / 3)).toEqual([
        'resume',
        'resume',
        'resume',
        'fail',
      ]);
  });

  test('is retried after growing delays up to a limit, with full jitter', () => {
    expect([1, 2, 3, 4, 5, 6, 60].map((failures) => backOffMs(failures, 1))).toEqual([
      500, 1_000, 2_000, 4_000, 8_000, 8_000, 8_000,
    ]);
    expect(backOffMs(60, 0)).toBe(0);
  });

  test('reloads an engine that cannot continue', () => {
    expect(typesOf(network, { canResume: false }, 1)).toEqual(['reload']);
  });

  test('has little patience before the first picture, and none while there is another source', () => {
    const { startPatienceMs } = recoveryLimits;
    expect(typesOf(network, { hasFirstFrame: false }, 2, startPatienceMs)).toEqual([
      'reload',
      'fail',
    ]);
    const otherSource = { hasNext: true, hasOtherSource: true };
    expect(typesOf(network, { hasFirstFrame: false, ...otherSource }, 1)).toEqual(['next']);
    // Another engine would use the same network.
    expect(typesOf(network, { hasFirstFrame: false, hasNext: true }, 1)).toEqual(['reload']);
  });

  test('switches to the next source when patience with this one has ended', () => {
    expect(typesOf(network, { hasNext: true }, 2, recoveryLimits.patienceMs)).toEqual([
      'resume',
      'next',
    ]);
  });

  test('has new patience for a failure elsewhere in the video', () => {
    const { history } = nextRecovery(noFailures, network, midStream);
    const later = {
      ...midStream,
      nowMs: midStream.nowMs + recoveryLimits.patienceMs,
      currentTime: 40,
    };
    expect(nextRecovery(history, network, later).step.type).toBe('resume');
  });
});

describe('media that the server does not have', () => {
  test('during playback is requested once more', () => {
    expect(stepsOf(missing, {}, 2)).toEqual([
      { type: 'resume', afterMs: recoveryLimits.backOffMs / 2 },
      { type: 'fail', name: 'net.retryexhausted', retryFrom: 30 },
    ]);
    expect(typesOf(missing, { hasNext: true }, 2)).toEqual(['resume', 'next']);
  });

  test('is requested once more again when it is missing elsewhere in the video', () => {
    const { history } = nextRecovery(noFailures, missing, midStream);
    const elsewhere = { ...midStream, currentTime: 300 };
    expect(nextRecovery(history, missing, elsewhere).step.type).toBe('resume');
  });

  test('is not requested again before the first picture, nor by an engine that cannot continue', () => {
    for (const situation of [{ hasFirstFrame: false }, { canResume: false }]) {
      expect(typesOf(missing, situation, 1)).toEqual(['fail']);
      expect(typesOf(missing, { ...situation, hasNext: true }, 1)).toEqual(['next']);
    }
  });

  test('is not requested again after its address was renewed, or after another failure', () => {
    for (const before of [expired, serverDown, damaged]) {
      const { history } = nextRecovery(noFailures, before, midStream);
      expect(nextRecovery(history, missing, midStream).step.type).toBe('fail');
    }
  });

  test('is the only kind that is requested again: other definite answers are reported at once', () => {
    for (const failure of [
      { ...missing, status: 400 },
      { name: 'drm.unreachable', status: 404 },
      { name: 'fmt.noneavailable', status: null },
    ] as const)
      expect(typesOf(failure, {}, 1)).toEqual(['fail']);
  });
});

describe('an expired address', () => {
  test.each([401, 403, 410])(
    'is requested again (%i), at most once in ten seconds and a few times in a row',
    (status) => {
      expect(stepsOf({ ...expired, status }, {}, 4)).toEqual([
        { type: 'refresh', afterMs: 0 },
        { type: 'refresh', afterMs: recoveryLimits.refreshEveryMs },
        { type: 'refresh', afterMs: 2 * recoveryLimits.refreshEveryMs },
        { type: 'fail', name: 'net.retryexhausted', retryFrom: 30 },
      ]);
    },
  );

  test('is not requested more often because it expires elsewhere in the video', () => {
    const { history } = nextRecovery(noFailures, expired, midStream);
    const elsewhere = { ...midStream, currentTime: 300, nowMs: midStream.nowMs + 4_000 };
    expect(nextRecovery(history, expired, elsewhere).step).toEqual({
      type: 'refresh',
      afterMs: 6_000,
    });
  });

  test('of a licence server is no media address', () => {
    expect(typesOf({ name: 'drm.auth', status: 403 }, {}, 1)).toEqual(['fail']);
  });
});

describe('damaged media', () => {
  test('is loaded again twice, then skipped, then reported', () => {
    expect(typesOf(damaged, {}, 6)).toEqual(['reload', 'reload', 'skip', 'skip', 'skip', 'fail']);
  });

  test('is played from another source before anything is skipped', () => {
    expect(typesOf(damaged, { hasNext: true }, 3)).toEqual(['reload', 'reload', 'next']);
  });

  test('is not skipped live, where the edge is as good', () => {
    expect(typesOf(damaged, { isLive: true }, 3)).toEqual(['reload', 'reload', 'fail']);
  });

  test('is skipped at the start too, before the first picture, while the video is not over there', () => {
    const steps = typesOf(damaged, { hasFirstFrame: false }, 5);
    expect(steps.slice(2)).toEqual(['skip', 'skip', 'fail']);
    // Damage at the end of a video that plays: it ends.
    expect(typesOf(damaged, { skipTo: 64 }, 3).at(-1)).toBe('skip');
  });

  test('without a picture is left for the next source at once', () => {
    expect(typesOf(damaged, { hasFirstFrame: false, hasNext: true }, 1)).toEqual(['next']);
  });

  test('that cannot be skipped is tried again from before the first skip', () => {
    expect(stepsOf(damaged, {}, 6).at(-1)).toEqual({
      type: 'fail',
      name: 'fmt.decode',
      retryFrom: midStream.currentTime,
    });
  });

  test('ends even without an error, when the video only stands still', () => {
    expect(typesOf({ ...network, isStall: true }, {}, 6).at(-1)).toBe('fail');
    // Sooner before the first picture: a server that never answers.
    expect(typesOf({ ...network, isStall: true }, { hasFirstFrame: false }, 2)).toEqual([
      'reload',
      'fail',
    ]);
    // The machine may be slow: a worse way to play follows after the second time.
    const lastResort = { hasFirstFrame: false, hasNext: true };
    expect(typesOf({ ...network, isStall: true }, lastResort, 2)).toEqual(['reload', 'next']);
  });
});

test('before the first picture the error is that of the best way to play, not of the last resort', () => {
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
  expect(last.step).toEqual({ type: 'fail', name: 'net.retryexhausted', retryFrom: 0 });
  const same = nextRecovery(first.history, missing, { ...midStream, hasFirstFrame: false });
  expect(same.step).toEqual({ type: 'fail', name: 'fmt.decode', retryFrom: 30 });
});

test('a viewer’s retry after the error has all attempts again', () => {
  let history = noFailures;
  for (let i = 0; i < 6; i += 1) history = nextRecovery(history, damaged, midStream).history;
  expect(nextRecovery(history, damaged, midStream).step.type).toBe('reload');
});
