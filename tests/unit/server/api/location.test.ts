import { expect, test } from 'vitest';
import * as z from 'zod';
import {
  isLocationToken,
  makeLocationToken,
  readLocationToken,
} from '../../../../server/api/location-token.ts';
import { playerResponseSchema } from '../../../../shared/player/player-response.ts';
import { parseApiReply } from '../support/api-reply.ts';
import { sampleMp4 } from '../support/media-samples.ts';
import { rawRequest } from '../support/raw-request.ts';
import { requestContext as context } from '../support/request-context.ts';
import { scanFiles } from '../support/scan-files.ts';
import { startTestServer } from '../support/start-test-server.ts';
import { tempDirectory } from '../support/temp-directory.ts';
import { shareInFile } from '../support/when-done.ts';

const videoId = 'video000001';
const lisbon = { latitude: 38.7223, longitude: -9.1393, accuracyMeters: 20 };
const oslo = { latitude: 59.91, longitude: 10.75, accuracyMeters: 20 };

/** A server of one video that may be played within these bounds. */
async function serverOf(playableWithin: unknown = [-9.5, 38.5, -9, 39]) {
  const sidecar = JSON.stringify({ id: videoId, title: 'First', playableWithin });
  const mediaDir = tempDirectory({
    'v.mp4': sampleMp4,
    'v.json': sidecar,
    'v.jpg': 'small',
    'v.2x.jpg': 'large',
  });
  return startTestServer({ mediaDir });
}

const shared = shareInFile(() => serverOf());

async function ask(
  server: Awaited<ReturnType<typeof serverOf>>,
  { location, token, cookie }: { location?: unknown; token?: unknown; cookie?: string } = {},
) {
  const request = token === undefined ? {} : { locationPlayabilityToken: token };
  const client = location === undefined ? context.client : { ...context.client, location };
  const reply = await rawRequest(server.embed, '/youtubei/v1/player?alt=json', {
    method: 'POST',
    headers: cookie === undefined ? {} : { Cookie: cookie },
    body: JSON.stringify({ videoId, context: { ...context, client, request } }),
  });
  const json = parseApiReply(reply.body, 'player');
  return {
    ...z.parse(playerResponseSchema, json),
    token: json.responseContext?.locationPlayabilityToken as string | undefined,
  };
}

test('without a viewer’s position the video is described without its media', async () => {
  const { playabilityStatus, sources, videoDetails } = await ask(shared());
  expect(playabilityStatus).toEqual({
    status: 'UNPLAYABLE',
    errorCode: 'auth',
    reason: expect.stringMatching(/\.$/),
    needsLocation: true,
  });
  expect(sources).toEqual([]);
  expect(videoDetails.title).toBe('First');
});

test('a viewer within the bounds gets the video, and a token for the next request', async () => {
  const server = shared();
  const first = await ask(server, { location: lisbon });
  expect(first.playabilityStatus).toEqual({ status: 'OK' });
  expect(first.sources).toHaveLength(1);
  const next = await ask(server, { token: first.token });
  expect(next.playabilityStatus).toEqual({ status: 'OK' });
  // It still counts: the client keeps it for 180 days, and a repetition does not extend that.
  expect(next.token).toBeUndefined();
});

test('a viewer outside the bounds is refused, and asked again next time', async () => {
  const server = shared();
  const there = await ask(server, { location: oslo });
  expect(there.playabilityStatus).toEqual({
    status: 'UNPLAYABLE',
    errorCode: 'auth',
    reason: expect.stringContaining('is not available at your location'),
  });
  const later = await ask(server, { token: there.token });
  expect(later.playabilityStatus).toMatchObject({ needsLocation: true });
  const back = await ask(server, { token: there.token, location: lisbon });
  expect(back.playabilityStatus).toEqual({ status: 'OK' });
  expect(readLocationToken(back.token)).toEqual({ latitude: 38.72, longitude: -9.14 });
});

test('bounds may cross the antimeridian', async () => {
  const server = await serverOf([170, -50, -170, 0]);
  for (const [longitude, status] of [
    [179, 'OK'],
    [-175, 'OK'],
    [0, 'UNPLAYABLE'],
    [-169, 'UNPLAYABLE'],
  ] as const) {
    const { playabilityStatus } = await ask(server, {
      location: { ...lisbon, latitude: -18, longitude },
    });
    expect(playabilityStatus.status).toBe(status);
  }
});

test.each([
  ['a latitude beyond the pole', { ...lisbon, latitude: 91 }],
  ['a longitude beyond 180°', { ...lisbon, longitude: 721 }],
  ['text', 'Lisbon'],
  ['no accuracy', { latitude: 1, longitude: 1 }],
  ['numbers as text', { latitude: '38', longitude: '-9', accuracyMeters: '1' }],
])('an invalid position counts as missing: %s', async (_what, location) => {
  const { playabilityStatus } = await ask(shared(), { location });
  expect(playabilityStatus).toMatchObject({ needsLocation: true });
});

test.each([
  ['junk', 'junk'],
  ['JSON of another shape', Buffer.from('[1]').toString('base64url')],
  ['null', Buffer.from('null').toString('base64url')],
  ['an invalid position', makeLocationToken({ latitude: 1e9, longitude: 0 })],
  ['half a position', makeLocationToken({ latitude: 1, longitude: 1 }).slice(0, -4)],
  ['nothing', ''],
])('a forged token is ignored and replaced by a valid one: %s', async (_what, token) => {
  expect(isLocationToken(token)).toBe(false);
  expect(readLocationToken(token)).toBeNull();
  const answer = await ask(shared(), token === '' ? {} : { token });
  expect(answer.playabilityStatus).toMatchObject({ needsLocation: true });
  expect(isLocationToken(answer.token)).toBe(true);
  expect(readLocationToken(answer.token)).toBeNull();
});

test.each([
  ['three edges', [1, 2, 3]],
  ['south above north', [0, 10, 1, 5]],
  ['invalid degrees', [-190, 0, 0, 0]],
  ['text', 'Portugal'],
])(
  'a video with invalid bounds is private, and the bounds are named: %s',
  async (_what, playableWithin) => {
    const { warnings, library } = await scanFiles({
      'v.mp4': sampleMp4,
      'v.json': JSON.stringify({ title: 'First', playableWithin }),
    });
    expect(warnings).toEqual([
      expect.stringMatching(
        /^v\.json: playableWithin.*; the video is private until this is fixed\.$/,
      ),
    ]);
    expect([...library.videos.values()].map(({ isPrivate }) => isPrivate)).toEqual([true]);
  },
);

test('the page of such a video shows picture and title without media addresses', async () => {
  const server = shared();
  const { body } = await rawRequest(server.embed, `/embed/${videoId}`);
  expect(body).toContain('poster="/media/v.jpg"');
  expect(body).toContain('<title>First - Testube</title>');
  expect(body).not.toContain('v.mp4');
});

test('a hi-dpi screen gets the larger poster in the page and from the API; a forged cookie does not', async () => {
  const server = shared();
  const page = async (cookie: string) => {
    const { body, headers } = await rawRequest(server.embed, `/embed/${videoId}`, {
      headers: { Cookie: cookie },
    });
    expect(headers.vary).toBe(
      'Cookie, Accept-Language, Sec-Fetch-Site, User-Agent, Accept-Encoding',
    );
    return /poster="([^"]*)"/.exec(body)?.[1];
  };
  expect(await page('a=b; offstage_hidpi=1')).toBe('/media/v.2x.jpg');
  expect((await ask(server, { cookie: 'offstage_hidpi=1' })).posterUrl).toBe('/media/v.2x.jpg');
  for (const cookie of [
    'offstage_hidpi=2',
    'offstage_hidpi=1"><script>',
    'offstage_hidpi',
    '%00=1',
  ])
    expect(await page(cookie)).toBe('/media/v.jpg');
});
