import { afterEach, beforeEach, expect, test } from 'vitest';
import { bareVideo as video } from '../../../support/bare-video.ts';
import { context, endScene, notingClient, startScene } from './api-client-scene.ts';

beforeEach(startScene);
afterEach(endScene);

const needy = {
  ...video,
  playabilityStatus: { status: 'UNPLAYABLE', errorCode: 'auth', needsLocation: true },
};
const position = { latitude: 38.72, longitude: -9.14, accuracyMeters: 12 };

test('a position goes only with the call it was given for', async () => {
  const { api, asked } = await notingClient(video);
  await api.getVideo('offstage001', { outcome: 'granted', position });
  await api.getVideo('offstage001');
  expect(asked.map(({ body }) => (body.context as { client: unknown }).client)).toEqual([
    { ...context.client, location: position },
    context.client,
  ]);
});

test('a video that needs a position comes with the options for asking, which differ on mobile web [spec-9.5, spec-9.34, spec-9.35]', async () => {
  const desktop = await notingClient(needy);
  expect(await desktop.api.getVideo('offstage001')).toMatchObject({
    value: { positionRequest: { timeoutMs: 10_000, isHighAccuracy: false } },
  });
  expect(await desktop.api.getVideo('offstage001', { outcome: 'denied' })).toEqual({
    ok: true,
    value: {
      ...video,
      playabilityStatus: { status: 'UNPLAYABLE', errorCode: 'auth.location.denied' },
    },
  });
  const mobile = await notingClient(needy, [], { isMobile: true });
  expect(await mobile.api.getVideo('offstage001')).toMatchObject({
    value: { positionRequest: { timeoutMs: 15_000, isHighAccuracy: true } },
  });
});

test.each([
  [{ outcome: 'granted', position: { ...position, latitude: 91 } }],
  [{ outcome: 'granted', position: { ...position, longitude: Number.NaN } }],
  [{ outcome: 'granted', position: 'Lisbon' }],
  [{ outcome: 'maybe' }],
  [null],
])('a position report of another shape is refused, and nothing is sent: %j', async (report) => {
  const { api, asked } = await notingClient(needy);
  expect(await api.getVideo('offstage001', report as never)).toMatchObject({
    ok: false,
    error: { code: 'BAD_COMMAND', message: expect.stringContaining('position') },
  });
  expect(asked).toEqual([]);
});
