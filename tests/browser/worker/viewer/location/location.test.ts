import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { bareVideo as video } from '../../../../support/bare-video.ts';
import { intake } from '../../../intake.ts';
import { endServices, places, runServices } from '../../../run-services.ts';

const needy = { ...video, playabilityStatus: { status: 'UNPLAYABLE', needsLocation: true } };
const position = { latitude: 38.72, longitude: -9.14, accuracyMeters: 12 };

beforeEach(() => intake.reset());
afterEach(async () => {
  await endServices();
  await intake.cut();
});

describe.each(places)('a video that needs the viewer’s position (%s)', (place) => {
  test('the page learns how to ask; its result is sent with one call, and the token with later ones', async () => {
    const { services, config, kill } = runServices(place);
    await services.start(config);
    await intake.mode({ answer: 'ok', apiReply: needy });
    expect(await services.getVideo('offstage001')).toMatchObject({
      ok: true,
      value: { positionRequest: { timeoutMs: 10_000, isHighAccuracy: false } },
    });
    const responseContext = { locationPlayabilityToken: 'in-lisbon' };
    await intake.mode({ answer: 'ok', apiReply: { ...video, responseContext } });
    expect(await services.getVideo('offstage001', { outcome: 'granted', position })).toEqual({
      ok: true,
      value: video,
    });
    await kill();

    const next = runServices(place);
    await next.services.start(next.config);
    await next.services.getVideo('offstage001');
    const { apiCalls } = await intake.wait({ apiCalls: 3 });
    const contexts = apiCalls.map(
      ({ body }) => body.context as Record<string, Record<string, unknown>>,
    );
    expect(contexts.map(({ client }) => client?.location)).toEqual([
      undefined,
      position,
      undefined,
    ]);
    expect(contexts.map(({ request }) => request?.locationPlayabilityToken)).toEqual([
      undefined,
      undefined,
      'in-lisbon',
    ]);
  });

  test.each(['denied', 'not_allowed', 'timed_out', 'unavailable'] as const)(
    'the reason for a missing position becomes the video’s error: %s',
    async (outcome) => {
      const { services, config } = runServices(place);
      await services.start(config);
      await intake.mode({ answer: 'ok', apiReply: needy });
      expect(await services.getVideo('offstage001', { outcome })).toEqual({
        ok: true,
        value: {
          ...video,
          playabilityStatus: { status: 'UNPLAYABLE', errorCode: `auth.location.${outcome}` },
        },
      });
    },
  );
});
