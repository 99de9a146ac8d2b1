import { expect, test } from 'vitest';
import { growingPlaylist, replaceFile } from '../../support/growing-stream.ts';
import { rawRequest } from '../../support/raw-request.ts';
import { startTestServer } from '../../support/start-test-server.ts';
import { tempDirectory } from '../../support/temp-directory.ts';

const tags = [
  '#EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES,PART-HOLD-BACK=1.5',
  '#EXT-X-PART-INF:PART-TARGET=0.5',
];
const part = '#EXT-X-PART:DURATION=0.5,URI="show4.0.m4s"\n';

async function serve(playlist: string) {
  const mediaDir = tempDirectory({ 'show.m3u8': playlist });
  const { embed } = await startTestServer({ mediaDir });
  return { mediaDir, ask: (query: string) => rawRequest(embed, `/media/show.m3u8?${query}`) };
}

test.each([
  ['of two seconds', 'DURATION:2'],
  ['of thousands of years', 'DURATION:999999999999'],
])(
  'with a target duration %s, a request for the next part waits until the sender has written it',
  async (_, duration) => {
    const playlist = growingPlaylist({ last: 3, tags }).replace('DURATION:2', duration);
    const { mediaDir, ask } = await serve(playlist);
    let isAnswered = false;
    const waiting = ask('_HLS_msn=4&_HLS_part=0').then((reply) => {
      isAnswered = true;
      return reply;
    });
    // Answered later than the first, on the same server.
    expect((await ask('_HLS_msn=3')).status).toBe(200);
    expect(isAnswered).toBe(false);
    replaceFile(mediaDir, 'show.m3u8', playlist + part);
    const reply = await waiting;
    expect(reply.status).toBe(200);
    expect(reply.body).toContain('show4.0.m4s');
  },
);

test('if the sender is paused, the request is answered with the unchanged playlist', async () => {
  const playlist = growingPlaylist({ last: 3, tags }).replace('DURATION:2', 'DURATION:1');
  const { ask } = await serve(playlist);
  expect(await ask('_HLS_msn=4')).toMatchObject({ status: 200, body: playlist });
});

test.each([
  ['_HLS_msn=6', 400, 'TOO_FAR_AHEAD'],
  ['_HLS_part=1', 400, 'BAD_REQUEST'],
])('%s is refused', async (query, status, code) => {
  const { ask } = await serve(growingPlaylist({ last: 3, tags }));
  const reply = await ask(query);
  expect(reply.status).toBe(status);
  expect(JSON.parse(reply.body)).toMatchObject({ error: { code } });
});

test('a playlist that does not promise to wait is sent at once', async () => {
  const { ask } = await serve(growingPlaylist({ last: 3 }));
  expect((await ask('_HLS_msn=4')).status).toBe(200);
});
