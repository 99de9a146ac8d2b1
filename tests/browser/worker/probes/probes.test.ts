import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { botState } from '../../../../worker/probes/bot-state.ts';
import { intake } from '../../intake.ts';
import { endServices, places, type RunningServices, runServices } from '../../run-services.ts';

const channelIds = ['UC1'];
const script = 'https://bots.example/detect.js';

beforeEach(() => intake.mode({ answer: 'ok', apiReply: { channelIds } }));
afterEach(async () => {
  await endServices();
  await intake.cut();
  await intake.reset();
});

describe.each(places)('probes of services in the %s', (place) => {
  async function start(probes: unknown, isTelemetryOn = true): Promise<RunningServices> {
    const running = runServices(place);
    await running.services.start({ ...running.config, probes, isTelemetryOn });
    return running;
  }

  /** The provider's log entries of these kinds. */
  async function reported(
    { services }: RunningServices,
    kind: string,
  ): Promise<Record<string, unknown>[]> {
    await services.flush();
    const { providerEntries } = await intake.state();
    return providerEntries.filter((entry) => entry.kind === kind).map(({ fields }) => fields);
  }

  const botNews = ({ news }: RunningServices) =>
    news.filter(({ type }) => type === 'bot_detection');

  test('run only once a video plays', async () => {
    const running = await start({ botDetection: script, adStatus: '/__intake/state' });
    await running.services.notice({ type: 'visibility', state: 'visible' });
    await running.services.callApi('subscribe', { channelIds });
    expect(botNews(running)).toEqual([]);
    expect(await reported(running, 'ad_status')).toEqual([]);
  });

  test('make the page load the bot detection’s script, and API calls carry each result once', async () => {
    const running = await start({ botDetection: script });
    const { services } = running;
    await services.notice({ type: 'played' });
    await services.notice({ type: 'played' });
    await expect.poll(() => botNews(running)).toEqual([{ type: 'bot_detection', script }]);
    await services.notice({ type: 'bot_detection', event: { type: 'started', detail: '' } });
    const answered = { type: 'answered', detail: '{"bot":true}' } as const;
    await services.notice({ type: 'bot_detection', event: answered });
    await expect
      .poll(() => botNews(running))
      .toContainEqual({ type: 'bot_detection', script: null });

    await services.callApi('subscribe', { channelIds });
    await services.callApi('subscribe', { channelIds });
    const { apiCalls } = await intake.state();
    const carried = apiCalls.map(({ body }) => (body.context as { request: unknown }).request);
    expect(carried).toMatchObject([
      { attestationResponseData: { webResponse: '{"bot":true}' } },
      {},
    ]);
    expect(carried[1]).not.toHaveProperty('attestationResponseData');
    await expect
      .poll(() => reported(running, 'bot_detection'))
      .toMatchObject([{ state: botState.ready, event: 'answered', detail: '{"bot":true}' }]);
  });

  test('end with the services: the page removes a script that still runs', async () => {
    const running = await start({ botDetection: script });
    await running.services.notice({ type: 'played' });
    await expect.poll(() => botNews(running)).toHaveLength(1);
    await running.services.dispose();
    await expect
      .poll(() => botNews(running))
      .toContainEqual({ type: 'bot_detection', script: null });
  });

  test('send the ad status with API calls', async () => {
    const running = await start({ adStatus: '/generate_204' });
    await running.services.notice({ type: 'played' });
    await expect.poll(() => reported(running, 'ad_status')).toMatchObject([{ dclkstat: 1 }]);
    await running.services.callApi('subscribe', { channelIds });
    const { apiCalls } = await intake.state();
    expect(apiCalls.at(-1)?.body.context).toMatchObject({
      adSignalsInfo: { params: [{ key: 'dclkstat', value: '1' }] },
    });
  });

  test('report unknown settings, and run nothing', async () => {
    const running = await start({ botDetection: 'javascript:1' });
    await running.services.notice({ type: 'played' });
    await expect.poll(() => reported(running, 'probe_settings_malformed')).toHaveLength(1);
    expect(botNews(running)).toEqual([]);
  });

  test('do not run without telemetry', async () => {
    const running = await start({ botDetection: script, adStatus: '/generate_204' }, false);
    await running.services.notice({ type: 'played' });
    await running.services.callApi('subscribe', { channelIds });
    expect(botNews(running)).toEqual([]);
    expect((await intake.state()).checks).toBe(0);
  });

  test('an error report contains the page’s activity', async () => {
    const { services } = await start(undefined);
    await services.notice({ type: 'visibility', state: 'backgrounded' });
    await services.notice({ type: 'navigation', state: 'application_navigating' });
    const error = { source: 'page', type: 'Error', message: 'x', params: {} } as const;
    const stack = `Error: x\n    at f (${location.origin}/assets/page-abc.js:3:14)`;
    await services.notice({ type: 'error', error: { ...error, stack } });
    const { errorReports } = await intake.wait({ errorReports: 1 });
    expect(JSON.parse(errorReports[0]?.params ?? '')).toEqual({
      visibility: 'backgrounded',
      navigation: 'application_navigating',
    });
  });
});
