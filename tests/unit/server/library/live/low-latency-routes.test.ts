import { EventEmitter } from 'node:events';
import { BlockList } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createHeldRequests } from '../../../../../server/library/live/held-requests.ts';
import { createLiveRoutes } from '../../../../../server/library/live/live-routes.ts';
import { scanLibrary } from '../../../../../server/library/scan-library.ts';
import { until } from '../../../../support/until.ts';
import { bundledMediaDir, mediaPlaylist } from '../../support/media-samples.ts';
import { rawRequest } from '../../support/raw-request.ts';
import { startTestServer } from '../../support/start-test-server.ts';
import { tempDirectory } from '../../support/temp-directory.ts';
import { testGuard } from '../../support/test-guard.ts';

/** The start of segment `sequence` of the bundled stream's pictures. */
const nowMs = Date.UTC(2026, 5, 1);
const sequence = (nowMs - Date.UTC(2020, 0, 1)) / 2_000;
const playlist = '/live/offstage007/offstage004/video-540p.m3u8';

async function start(clock: { nowMs: number }) {
  return startTestServer({ mediaDir: bundledMediaDir }, () => clock.nowMs);
}

test('requests too far ahead and invalid numbers are refused, and a stream without parts has none', async () => {
  const { embed } = await start({ nowMs });
  const statusOf = async (path: string) => (await rawRequest(embed, path)).status;
  expect(await statusOf(`${playlist}?_HLS_msn=${sequence + 2}`)).toBe(400);
  expect(await statusOf(`${playlist}?_HLS_msn=${sequence + 1}&_HLS_part=9`)).toBe(400);
  expect(await statusOf(`${playlist}?_HLS_msn=soon`)).toBe(400);
  expect(await statusOf(`${playlist}?_HLS_part=1`)).toBe(400);
  expect(await statusOf(`${playlist}/${sequence}.1`)).toBe(404);
  expect(await statusOf(`${playlist}/${sequence - 1}.4`)).toBe(404);
  expect(await statusOf(`${playlist}/${sequence - 100}.0`)).toBe(404);
  const plain = playlist.replace('offstage007', 'offstage004');
  expect(await statusOf(`${plain}/${sequence - 1}.0`)).toBe(404);
  expect(await statusOf(`${plain}?_HLS_msn=${sequence + 100}`)).toBe(200);
});

test('the parts of a segment contain its bytes', async () => {
  const { embed } = await start({ nowMs });
  const text = await (await fetch(embed + playlist)).text();
  const newest = text
    .split('\n')
    .filter((line) => line.includes(`/${sequence - 1}.`) && line.includes('EXT-X-PART:'));
  const parts = await Promise.all(
    newest.map(async (line) => {
      const uri = /URI="([^"]+)"/.exec(line)?.[1] ?? '';
      return Buffer.from(await (await fetch(new URL(uri, embed + playlist))).arrayBuffer());
    }),
  );
  expect(parts).toHaveLength(4);
  const segment = text.split('\n').findLast((line) => line.startsWith('/media/')) ?? '';
  const whole = Buffer.from(await (await fetch(embed + segment)).arrayBuffer());
  expect(Buffer.concat(parts).equals(whole)).toBe(true);
});

test.each([
  ['a playlist', `${playlist}?_HLS_msn=${sequence}&_HLS_part=0`, `video-540p.m3u8/${sequence}.0"`],
  ['the hinted part', `${playlist}/${sequence}.0`, 'moof'],
])(
  'the request for %s waits until the part exists [feature-low-latency]',
  async (_what, path, content) => {
    const clock = { nowMs: nowMs + 510 };
    const { embed } = await start(clock);
    let answer: Awaited<ReturnType<typeof rawRequest>> | null = null;
    const reply = rawRequest(embed, path).then((received) => {
      answer = received;
      return received;
    });
    // Other requests are answered meanwhile, also for parts.
    for (const part of [0, 1, 2, 3])
      expect((await rawRequest(embed, `${playlist}/${sequence - 1}.${part}`)).status).toBe(200);
    expect((await rawRequest(embed, playlist)).body).not.toContain(
      `URI="video-540p.m3u8/${sequence}.0",`,
    );
    expect(answer).toBeNull();
    clock.nowMs = nowMs + 520;
    expect((await reply).status).toBe(200);
    expect((await reply).body).toContain(content);
  },
);

test('a viewer who leaves while waiting leaves nothing behind, and a wait without result ends with Retry-After', async () => {
  const library = await scanLibrary(bundledMediaDir);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  // A clock that stands still.
  const routes = createLiveRoutes({
    library,
    guard: testGuard(library),
    mediaRoot: bundledMediaDir,
    now: () => nowMs,
  });
  const [leaving, staying] = [new EventEmitter(), new EventEmitter()];
  const ask = (outgoing: EventEmitter) =>
    routes.request(
      `${playlist}?_HLS_msn=${sequence}`,
      {},
      { outgoing, incoming: { socket: {} }, trustedProxies: new BlockList() },
    );
  const replies = [ask(leaving), ask(staying)];
  await until(() => vi.getTimerCount() === 2);
  leaving.emit('close');
  expect(vi.getTimerCount()).toBe(1);
  await vi.advanceTimersByTimeAsync(6_000);
  const late = await replies[1];
  expect([late?.status, late?.headers.get('retry-after')]).toEqual([503, '1']);
  expect(vi.getTimerCount()).toBe(0);
  expect(staying.listenerCount('close')).toBe(0);
});

test('unfragmented files are live without low latency, and the start explains why', async () => {
  const mediaDir = tempDirectory({
    'a.m3u8': mediaPlaylist('s/1.m4s'),
    'a.json': '{"id":"live0000000","live":true,"lowLatency":true}',
  });
  const { embed, library } = await startTestServer({ mediaDir }, () => nowMs);
  expect(library.warnings.join('\n')).toContain('a.m3u8: cannot have low latency');
  const text = await (await fetch(`${embed}/live/live0000000/a.m3u8`)).text();
  expect(text).not.toContain('EXT-X-PART');
  expect(text).toContain('/media/s/1.m4s');
});

test('waiting requests are limited for each address and for all; others get Retry-After, and room is released', async () => {
  const library = await scanLibrary(bundledMediaDir);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const held = createHeldRequests(3, 2);
  const routes = createLiveRoutes({
    library,
    guard: testGuard(library),
    mediaRoot: bundledMediaDir,
    now: () => nowMs,
    held,
  });
  const ask = (remoteAddress: string, outgoing = new EventEmitter()) =>
    routes.request(
      `${playlist}?_HLS_msn=${sequence}`,
      {},
      { outgoing, incoming: { socket: { remoteAddress } }, trustedProxies: new BlockList() },
    );
  const leaving = new EventEmitter();
  const waiting = [ask('192.0.2.1', leaving), ask('192.0.2.1')];
  await until(() => vi.getTimerCount() === 2);
  const tooMany = await ask('192.0.2.1');
  expect([tooMany.status, tooMany.headers.get('retry-after')]).toEqual([429, '1']);
  waiting.push(ask('192.0.2.2'));
  await until(() => vi.getTimerCount() === 3);
  const full = await ask('192.0.2.3');
  expect([full.status, full.headers.get('retry-after')]).toEqual([503, '1']);
  leaving.emit('close');
  await waiting[0];
  waiting.push(ask('192.0.2.3'));
  await until(() => vi.getTimerCount() === 3);
  await vi.advanceTimersByTimeAsync(6_000);
  await Promise.all(waiting);
  expect([held.enter('a'), held.enter('a'), held.enter('a')]).toEqual([null, null, 'client_full']);
});
