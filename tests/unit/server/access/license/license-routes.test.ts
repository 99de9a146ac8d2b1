import { expect, test } from 'vitest';
import { bundledMediaDir } from '../../support/media-samples.ts';
import { startTestServer } from '../../support/start-test-server.ts';
import { shareInFile } from '../../support/when-done.ts';

const keyId = Buffer.from('0ff57a6e0ff57a6e0ff57a6e00000006', 'hex').toString('base64url');
const key = Buffer.from('5ea1ed5ea5ea1ed5ea5ea1ed5ea00006', 'hex').toString('base64url');

const server = shareInFile(() => startTestServer({ mediaDir: bundledMediaDir }));

async function ask(body: string, videoId = 'offstage006') {
  const { embed } = server();
  const response = await fetch(`${embed}/license/clearkey/${videoId}`, { method: 'POST', body });
  return { status: response.status, headers: response.headers, body: await response.json() };
}

test('a video’s keys are given by their ids in the W3C format, and are not cached', async () => {
  const { status, headers, body } = await ask(JSON.stringify({ kids: [keyId], type: 'temporary' }));
  expect(status).toBe(200);
  expect(body).toEqual({ keys: [{ kty: 'oct', kid: keyId, k: key }], type: 'temporary' });
  expect(headers.get('cache-control')).toBe('no-store');
  // Frames with an opaque origin ask too.
  expect(headers.get('access-control-allow-origin')).toBe('*');
});

test.each([
  [
    'of another video',
    JSON.stringify({ kids: ['AAAAAAAAAAAAAAAAAAAAAA'] }),
    'offstage006',
    403,
    'NOT_ITS_KEYS',
  ],
  ['of an unencrypted video', JSON.stringify({ kids: [keyId] }), 'offstage001', 404, 'NO_KEYS'],
  ['of no video', JSON.stringify({ kids: [keyId] }), 'nothing0000', 404, 'NO_KEYS'],
  ['without ids', '{"kids":[]}', 'offstage006', 400, 'BAD_REQUEST'],
  ['in a body that is not JSON', 'kids', 'offstage006', 400, 'BAD_JSON'],
])('keys %s are refused with the reason', async (_, body, videoId, status, code) => {
  expect(await ask(body, videoId)).toMatchObject({ status, body: { error: { code } } });
});

test('keys appear in no API answer, page or served file', async () => {
  const { embed } = server();
  const player = await fetch(`${embed}/youtubei/v1/player`, {
    method: 'POST',
    body: '{"videoId":"offstage006"}',
  });
  const texts = [await player.text(), await (await fetch(`${embed}/embed/offstage006`)).text()];
  for (const text of texts) {
    expect(text).toContain('/license/clearkey/offstage006');
    expect(text).not.toContain(key);
    expect(text).not.toContain('5ea1ed');
  }
  expect((await fetch(`${embed}/media/offstage006.json`)).status).toBe(404);
});
