import { expect, test } from 'vitest';
import { rawRequest } from '../support/raw-request.ts';
import { parseReplies, rawSocket } from '../support/raw-socket.ts';
import { startTestServer } from '../support/start-test-server.ts';
import { tempDirectory } from '../support/temp-directory.ts';

const evil = 'x\r\nSet-Cookie: a=1\r\n\r\n<script>alert(1)</script>';

test('no URL can add a header to an answer', async () => {
  const server = await startTestServer();
  const id = encodeURIComponent(evil);
  for (const path of [
    `/watch?v=${id}`,
    `/watch?v=a&list=${id}&${id}=1`,
    `/watch?v=//evil.example&v=..`,
    `/embed/${id}?origin=${id}&hl=${id}`,
    `/poster/${id}`,
    `/media/${id}`,
    `/live/${id}/x`,
    `/youtubei/v1/playlist/${id}`,
    `/${id}`,
  ]) {
    const { headers, status } = await rawRequest(server.embed, path);
    expect([path, headers['set-cookie'], status < 500]).toEqual([path, undefined, true]);
    expect(headers.location ?? '/').toMatch(/^\/(?!\/)/);
    expect(headers.location ?? '').not.toMatch(/[\r\n]/);
  }
  expect(server.errors).toEqual([]);
});

test('no title, brand or poster name can add a header to an answer, or markup to a page [threat-provider-text]', async () => {
  const mediaDir = tempDirectory({
    'v.m3u8': '#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXTINF:4,\na.ts\n#EXT-X-ENDLIST\n',
    'v.json': JSON.stringify({
      id: 'video000001',
      title: evil,
      author: evil,
      watchUrl: '/x"onload="a',
    }),
    'v.jpg': 'x',
    'b"><script>alert(1)<.m3u8':
      '#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXTINF:4,\na.ts\n#EXT-X-ENDLIST\n',
    'b"><script>alert(1)<.jpg': 'x',
  });
  const server = await startTestServer({ mediaDir, brand: `${evil}` });
  const ids = [...server.library.videos.keys()];
  expect(ids).toHaveLength(2);
  for (const path of ['/', ...ids.flatMap((id) => [`/embed/${id}`, `/poster/${id}`])])
    for (const origin of [server.embed, server.demo]) {
      const { headers, body } = await rawRequest(origin, path);
      expect(headers['set-cookie']).toBeUndefined();
      expect(body).not.toMatch(/<script>alert|"onload="a/);
    }
  const poster = await rawRequest(
    server.embed,
    `/poster/${ids.find((id) => id !== 'video000001')}`,
  );
  expect(poster).toMatchObject({
    status: 302,
    headers: { location: '/media/b%22%3E%3Cscript%3Ealert(1)%3C.jpg' },
  });
  expect(server.errors).toEqual([]);
});

test('markup in forwarded headers and languages stays out of pages', async () => {
  const server = await startTestServer();
  const headers = {
    'X-Forwarded-Proto': '"><script>alert(1)</script>',
    'X-Forwarded-Host': '"><script>alert(1)</script>',
    'X-Forwarded-For': '"><script>alert(1)</script>',
    'Accept-Language': '"><script>alert(1)</script>',
    Referer: 'https://a.example/"></script><script>alert(1)</script>',
    'User-Agent': '<script>alert(1)</script>',
  };
  for (const [origin, path] of [
    [server.embed, '/'],
    [server.embed, '/embed/x'],
    [server.demo, '/'],
    [server.demo, '/clients.html'],
  ] as const) {
    const { status, body } = await rawRequest(origin, path, { headers });
    expect(status).toBe(200);
    expect(body).not.toContain('<script>alert');
    expect(body).not.toContain('evil');
  }
});

test('one range is answered with its bytes and several with the whole file, and none costs more than one [threat-ranges]', async () => {
  const mediaDir = tempDirectory({ 'a.mp4': '0123456789' });
  const server = await startTestServer({ mediaDir });
  const all = '0123456789';
  for (const [range, status, body] of [
    ['bytes=0-0,5-9', 200, all],
    [
      `bytes=${Array.from({ length: 1_500 }, (_, index) => `${(index % 5) * 2}-${(index % 5) * 2}`).join()}`,
      200,
      all,
    ],
    ['bytes=0-4,0-4,0-4', 206, '01234'],
    ['bytes=0-99999999999999999999', 206, all],
    ['bytes=-99999999999999999999', 416, null],
    ['items=0-1', 200, all],
    ['bytes', 200, all],
    ['bytes=99999999999999999999-', 416, null],
    ['bytes=5-2', 416, null],
    ['bytes=-0', 416, null],
    ['bytes=1e1-', 200, all],
    ['bytes=a-b', 200, all],
    ['bytes=--5', 200, all],
  ] as const) {
    const [reply] = parseReplies(
      await rawSocket(
        server.embedPort,
        `GET /media/a.mp4 HTTP/1.1\r\nHost: a\r\nConnection: close\r\nRange: ${range}\r\n\r\n`,
      ),
    );
    expect([range.slice(0, 30), reply?.status]).toEqual([range.slice(0, 30), status]);
    if (body !== null) expect(reply?.body).toBe(body);
    if (status === 416)
      expect(JSON.parse(reply?.body ?? '')).toMatchObject({ error: { code: 'HTTP_416' } });
  }
  expect(server.errors).toEqual([]);
});
