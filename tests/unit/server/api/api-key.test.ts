import { expect, test } from 'vitest';
import { bundledMediaDir } from '../support/media-samples.ts';
import { rawRequest } from '../support/raw-request.ts';
import { startTestServer } from '../support/start-test-server.ts';
import { shareInFile } from '../support/when-done.ts';

const calls = {
  player: '{"videoId":"offstage001"}',
  'subscription/subscribe': '{}',
  'share/get_share_panel': '{}',
};

test('an API with a key refuses calls without it and explains why; events need no key [spec-7.23]', async () => {
  const { embed, lines } = await startTestServer({ mediaDir: bundledMediaDir, apiKey: 'k&y' });
  for (const [path, body] of Object.entries(calls)) {
    const post = (query: string) =>
      rawRequest(embed, `/youtubei/v1/${path}?alt=json${query}`, { method: 'POST', body });
    for (const query of ['', '&key=', '&key=other', '&key=k&y', '&key[]=k%26y', '&key=K%26Y']) {
      const reply = await post(query);
      expect([path, query, reply.status]).toEqual([path, query, 403]);
      expect(JSON.parse(reply.body).error).toEqual({
        code: 'BAD_API_KEY',
        message: expect.stringContaining('send it as "key" in the query'),
      });
    }
    expect((await post('&key=k%26y')).status).not.toBe(403);
  }
  const list = '/youtubei/v1/playlist/PLoffstageplaylist';
  expect((await rawRequest(embed, list)).status).toBe(403);
  expect((await rawRequest(embed, `${list}?key=k%26y`)).status).toBe(200);
  for (const path of ['/youtubei/v1/log_event', '/youtubei/v1/video_stats'])
    expect((await rawRequest(embed, path, { method: 'POST', body: '{}' })).status).toBe(400);
  // Once, however many calls were refused.
  expect(lines.filter((line) => line.includes('"API_KEY"'))).toEqual([
    expect.stringContaining('must be published with the same --api-key'),
  ]);
  const page = await rawRequest(embed, '/embed/offstage001');
  expect(page.body).toContain('"key":"k\\u0026y"');
});

const open = shareInFile(() => startTestServer({ mediaDir: bundledMediaDir }));

test.each([
  ['v1', 200],
  ['v2', 200],
  ['v999', 200],
  ['v1000', 404],
  ['v', 404],
  ['1', 404],
  ['v1x', 404],
])('a call to the version %s of the API gets the status %i', async (version, status) => {
  const { embed } = open();
  const body = calls.player;
  expect(
    (await rawRequest(embed, `/youtubei/${version}/player`, { method: 'POST', body })).status,
  ).toBe(status);
});
