import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type {
  LatencyAction,
  PlaybackReport,
} from '../../../../../shared/telemetry/playback-report.ts';
import { goodSummary } from '../../../../support/good-summary.ts';
import { intake } from '../../../intake.ts';
import { endServices, places, runServices } from '../../../run-services.ts';

beforeEach(() => intake.reset());
afterEach(endServices);

const startup: LatencyAction = {
  type: 'action',
  action: 'startup',
  cpn: 'cpn1',
  videoId: 'v1',
  timeOriginMs: performance.timeOrigin,
  ticks: [
    { name: 'open', ms: 0 },
    { name: 'first_frame', ms: 900.4 },
  ],
  info: { engine: 'native', isLive: false, positionSec: 0 },
};

const summary = {
  ...goodSummary,
  watchedMs: 7_500,
  rebufferCount: 1,
  rebufferMs: 2_500,
  rebufferPercent: 25,
};

describe.each(places)('services in the %s', (place) => {
  test('accept reports once started: an action becomes an event, a summary goes to the provider', async () => {
    const { services, config } = runServices(place);
    expect(await services.report(startup)).toMatchObject({
      ok: false,
      error: { code: 'NOT_STARTED' },
    });
    await services.start(config);
    const answer = await services.report(startup);
    expect(answer).toMatchObject({
      ok: true,
      value: {
        event: { action: 'startup', totalMs: 900, ticks: { services_ready: expect.any(Number) } },
        summary: { actions: { startup: { count: 1, medianMs: 900 } } },
      },
    });
    await services.report({ type: 'qoe', n: 1, timeMs: 5, cpn: 'cpn1', videoId: 'v1', summary });
    await services.flush();
    const { providerEntries } = await intake.wait({ providerEntries: 1 });
    const reported = providerEntries.find(({ kind }) => kind === 'qoe');
    expect(reported?.fields).toEqual({ videoId: 'v1', cpn: 'cpn1', ...summary });
  });

  test.each([
    null,
    {},
    { type: 'toString' },
    { ...startup, ticks: 'many' },
    {
      type: 'qoe',
      n: 1,
      timeMs: 5,
      cpn: 'c',
      videoId: 'v',
      summary: { ...summary, rebufferPercent: 101 },
    },
    { type: 'cmcd', collector: 'http://collector.example/' },
  ])('refuse %j as a result', async (report) => {
    const { services, config } = runServices(place);
    await services.start(config);
    expect(await services.report(report as PlaybackReport)).toMatchObject({
      ok: false,
      error: { code: 'BAD_REPORT' },
    });
  });

  test('ignore reports without telemetry', async () => {
    const { services, config } = runServices(place);
    await services.start({ ...config, isTelemetryOn: false });
    expect(await services.report(startup)).toEqual({
      ok: true,
      value: { event: null, summary: null },
    });
  });
});
