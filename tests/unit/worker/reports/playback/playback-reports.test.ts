import { beforeEach, expect, test, vi } from 'vitest';
import { cmcdLimits } from '../../../../../shared/limits/cmcd-limits.ts';
import type { CmcdReading } from '../../../../../shared/telemetry/playback-report.ts';
import { createPlaybackReports } from '../../../../../worker/reports/playback/playback-reports.ts';
import { createFakeClock, type FakeClock } from '../../../fake-clock.ts';

const reading: CmcdReading = {
  type: 'cmcd',
  collector: 'https://collector.example/',
  cpn: 'cpn1',
  videoId: 'offstage001',
  atMs: 0,
  isInterval: true,
  isQuit: false,
  phase: 'watching',
  hasEnded: false,
  startMs: null,
  errorName: null,
  isLive: false,
  isVisible: true,
  engine: null,
  bitrate: 0,
  bufferMs: 0,
  positionMs: 0,
  playbackRate: 1,
};

let clock: FakeClock;
let hasConsent: boolean;
const fetched = vi.fn<typeof fetch>();
beforeEach(() => {
  clock = createFakeClock();
  hasConsent = true;
  fetched.mockReset().mockImplementation(async () => new Response(null, { status: 204 }));
});

const start = (isTelemetryOn = true) =>
  createPlaybackReports({
    fetch: fetched,
    timeoutSignal: () => new AbortController().signal,
    clock,
    isTelemetryOn,
    hasConsent: () => hasConsent,
    logToProvider: () => undefined,
  });

test('the collector’s reports are batched while the player is visible', async () => {
  await start().report(reading);
  expect(fetched).not.toHaveBeenCalled();
  await clock.advanceAsync(cmcdLimits.batchMs);
  expect(fetched).toHaveBeenCalledTimes(1);
});

test.each([{ isVisible: false }, { isQuit: true }])(
  'with %j the reports are sent at once',
  async (change) => {
    const playback = start();
    await playback.report(reading);
    await playback.report({ ...reading, ...change });
    expect(fetched).toHaveBeenCalledTimes(1);
  },
);

test('without consent or with telemetry off nothing is sent to the collector', async () => {
  await start(false).report({ ...reading, isVisible: false });
  hasConsent = false;
  await start().report({ ...reading, isVisible: false });
  await clock.advanceAsync(600_000);
  expect(fetched).not.toHaveBeenCalled();
});
