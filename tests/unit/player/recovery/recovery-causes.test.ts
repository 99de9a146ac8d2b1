import { expect, test } from 'vitest';
import { recoveryLimits } from '../../../../shared/limits/recovery-limits.ts';
import { err, ok } from '../../../../shared/tools/result.ts';
import { makeVideo } from '../make-video.ts';
import { damaged, media, source, startRecovery } from './start-recovery.ts';

const expired = { name: 'net.retryexhausted', status: 403 } as const;

test('an expired address is requested again, and the video continues with the fresh one', async () => {
  const { recovery, did, clock } = startRecovery();
  recovery.failed(expired);
  await clock.advanceAsync(0);
  expect(did).toEqual(['ask', 'play way 0 (/a.m3u8?token=2) from 30']);
});

test('the element alone does not know why it failed, so the server is asked', async () => {
  const { recovery, did, clock } = startRecovery({
    probe: async () => new Response(null, { status: 410 }),
  });
  recovery.failed({ name: 'net.retryexhausted' });
  await clock.advanceAsync(0);
  expect(did[0]).toBe('ask');
});

test('the same address again is refused media, and another way to play takes over', async () => {
  const { recovery, did, clock } = startRecovery({
    wayCount: 2,
    answer: ok(makeVideo({}, { sources: [source] })),
  });
  recovery.failed(expired);
  await clock.advanceAsync(0);
  expect(did).toEqual(['ask', 'play way 1 (/a.m3u8) from 30']);
});

test('a live stream is not left to the browser’s own HLS, which knows no edge', async () => {
  const { recovery, did, clock } = startRecovery({ wayCount: 2, isLive: true });
  recovery.failed({ name: 'fmt.noneavailable', status: 404 });
  await clock.advanceAsync(0);
  expect(did).toEqual(['fail fmt.noneavailable']);
});

test('a video that may no longer be played shows the server’s reason', async () => {
  const status = { status: 'UNPLAYABLE', errorCode: 'auth', reason: 'Not any more.' } as const;
  const { recovery, did, clock } = startRecovery({
    answer: ok(makeVideo({}, { playabilityStatus: status, sources: [] })),
  });
  recovery.failed(expired);
  await clock.advanceAsync(0);
  expect(did).toEqual(['ask', 'fail auth: Not any more.']);
});

test('an API that does not answer is a network failure', async () => {
  const { recovery, did, clock } = startRecovery({ answer: err('NETWORK', 'down') as never });
  recovery.failed(expired);
  await clock.advanceAsync(recoveryLimits.backOffMs);
  expect(did).toEqual(['ask', 'play way 0 (/a.m3u8) from 30']);
});

test('an existing file without media is damaged, whatever the element calls it', async () => {
  const { recovery, did, clock, video, on } = startRecovery({
    probe: async () => new Response('text', { status: 206 }),
  });
  video.error = { code: 4 };
  for (let i = 0; i < 6; i += 1) {
    recovery.failed({ name: 'net.retryexhausted' });
    await clock.advanceAsync(0);
  }
  expect(did.at(-1)).toBe('fail fmt.decode');
  expect(on.bufferGoalSec).toBe(recoveryLimits.carefulSec);
});

test('lasting damage is skipped, to the position behind it', async () => {
  const { recovery, did, clock } = startRecovery();
  for (let i = 0; i < 3; i += 1) {
    recovery.failed(damaged);
    await clock.advanceAsync(0);
  }
  expect(did.at(-1)).toBe(`play way 0 (/a.m3u8) from ${40 + recoveryLimits.skipSec}`);
});

test('a viewer’s retry after skips that found nothing starts before them', async () => {
  const { recovery, did, clock, store } = startRecovery();
  for (let i = 0; i < 6; i += 1) {
    recovery.failed(damaged);
    await clock.advanceAsync(0);
  }
  expect(did.at(-1)).toBe('fail fmt.decode');
  expect(store.getState().currentTime).toBe(media.currentTime);
  recovery.retry();
  expect(did.at(-1)).toBe('play way 0 (/a.m3u8) from 30');
});
