import { describe, expect, test } from 'vitest';
import { makeEmbedToken } from '../../../../../server/access/guard/embed-token.js';
import { rawRequest } from '../../support/raw-request.ts';
import { testKey as signingKey } from '../../support/test-guard.ts';
import { shareInFile } from '../../support/when-done.ts';
import { askOembed, startWithVideos } from './ask-oembed.ts';

const site = shareInFile(() => startWithVideos());

test.each([
  ['', 400, 'NO_URL'],
  ['?url=', 400, 'NO_URL'],
  ['?url=a&url=b', 400, 'GIVEN_TWICE'],
  ['?url=a&maxwidth=1&maxwidth=2', 400, 'GIVEN_TWICE'],
  ['?url=a&format=html', 501, 'BAD_FORMAT'],
  ['?format=__proto__', 501, 'BAD_FORMAT'],
  ['?url=a&format=JSON', 501, 'BAD_FORMAT'],
  ['?__proto__[url]=a', 400, 'NO_URL'],
])('the request "%s" gets %i %s', async (query, status, code) => {
  const { embed, errors } = site();
  const reply = await rawRequest(embed, `/oembed${query}`);
  expect(reply.status).toBe(status);
  expect(JSON.parse(reply.body).error.code).toBe(code);
  expect(reply.headers['access-control-allow-origin']).toBe('*');
  expect(errors).toEqual([]);
});

describe('a video with restrictions', () => {
  test('gets 401 when it is private, even with its token, and no detail is revealed [threat-unfurling]', async () => {
    const { embed } = site();
    const expiresSec = Math.floor(Date.now() / 1_000) + 600;
    const token = makeEmbedToken(signingKey, { videoId: 'private0001', expiresSec, domain: '' });
    for (const query of ['', `?token=${token}`])
      for (const format of ['json', 'xml']) {
        const reply = await askOembed(
          embed,
          `${embed}/embed/private0001${query}`,
          `&format=${format}`,
        );
        expect(reply.status).toBe(401);
        expect(reply.json.error.code).toBe('PRIVATE');
        expect(reply.body).not.toMatch(/Merger|secret/);
      }
  });

  test('gets 401 when only some pages may embed it, by its own list or the library’s', async () => {
    const { embed } = site();
    expect(await askOembed(embed, `${embed}/watch/restricted1`)).toMatchObject({
      status: 401,
      json: { error: { code: 'EMBEDDING_RESTRICTED' } },
    });
    const closed = await startWithVideos({ embedDomains: [] });
    expect((await askOembed(closed.embed, `${closed.embed}/watch/video000001`)).status).toBe(401);
  });

  test('has a picture without an expiring signature where only files are signed', async () => {
    const { embed } = await startWithVideos({ signsAll: true });
    const { json } = await askOembed(embed, `${embed}/watch/video000001`);
    expect(json.thumbnail_url).toBe(`${embed}/poster/video000001`);
    const { headers } = await rawRequest(embed, '/poster/video000001');
    expect((await rawRequest(embed, headers.location ?? '')).status).toBe(200);
  });
});

test('a client above its rate limit waits, as everywhere', async () => {
  const { embed } = await startWithVideos({ rateLimit: 2 });
  for (const status of [200, 200, 429])
    expect((await askOembed(embed, `${embed}/watch/video000001`)).status).toBe(status);
});
