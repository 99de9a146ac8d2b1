import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openGate } from './support/gate.ts';
import { storedEvents } from './support/intake.ts';
import { isOfSecondHalf } from './support/second-half.ts';
import { loggedEvents, ofName } from './support/sequences.ts';
import { expect, test } from './support/test.ts';

test.describe('a stall', () => {
  test('is timed, and part of the summary that a page sends to the operator at its end', async ({
    page,
    server,
  }) => {
    const gate = await openGate(server.embedOrigin);
    const letGo = gate.hold(isOfSecondHalf);
    const root = page.locator('#video-player');
    await page.goto(`${gate.origin}/embed/offstage001?autoplay=1&mute=1`);
    await expect(root).toHaveAttribute('data-state', 'playing');
    // The controls are drawn, and the statistics' script has loaded.
    await expect
      .poll(async () => ofName(await loggedEvents(page, server), 'latency').length)
      .toBeGreaterThan(1);
    // The first half is soon over.
    const setRate = (rate: number) =>
      page.locator('video').evaluate((video: HTMLVideoElement, value) => {
        video.playbackRate = value;
      }, rate);
    await setRate(8);
    await expect(root).toHaveAttribute('data-state', 'buffering');
    // Keep the rest playing until the test has read it.
    await setRate(0.25);
    letGo();
    await expect(root).toHaveAttribute('data-state', 'playing');
    await expect
      .poll(async () =>
        (await loggedEvents(page, server)).filter(({ payload }) => payload.action === 'rebuffer'),
      )
      .not.toHaveLength(0);
    const actions = ofName(await storedEvents(server), 'latency').map(({ payload }) => payload);
    expect(actions.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['startup', 'first_frame', 'rebuffer']),
    );
    const startup = actions.find(({ action }) => action === 'startup');
    expect(Object.keys(startup?.ticks as object)).toEqual(
      expect.arrayContaining(['open', 'script', 'services_ready', 'video_known', 'first_frame']),
    );

    await page.goto('about:blank');
    const read = async () => (await fetch(`${server.embedOrigin}/telemetry/qoe`)).json();
    await expect.poll(async () => (await read()).summaries).toBe(1);
    const overview = await read();
    expect(overview).toMatchObject({
      played: 1,
      rebuffered: 1,
      exitsBeforeStart: 0,
      failures: { beforeStart: 0, midStream: 0 },
      malformed: 0,
      startMs: { count: 1 },
    });
    expect(overview.startMs.median).toBeGreaterThan(0);
    expect(overview.rebufferPercent.median).toBeGreaterThan(0);
    const [summary] = ofName(await storedEvents(server), 'video_stats.qoe').map(
      ({ payload }) => payload,
    );
    expect(summary).toMatchObject({
      end: 'left',
      isLive: false,
      videoId: 'offstage001',
      failure: null,
    });
    await gate.close();
  });
});

test('the operator’s collector receives play states, and a host’s URL cannot name another collector', async ({
  page,
  servers,
}) => {
  const bodies: string[] = [];
  const types = new Set<string | undefined>();
  const collector = createServer(async (request, response) => {
    response.setHeader('Access-Control-Allow-Origin', '*');
    response.setHeader('Access-Control-Allow-Headers', 'Content-Type');
    if (request.method === 'POST') {
      types.add(request.headers['content-type']);
      bodies.push(Buffer.concat(await request.toArray()).toString());
    }
    response.writeHead(204).end();
  });
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
  const { port } = collector.address() as AddressInfo;
  const server = await servers.start(['--cmcd', `http://127.0.0.1:${port}/cmcd`]);
  await page.goto(
    `${server.embedOrigin}/embed/offstage001?autoplay=1&mute=1&cmcd=https://evil.example/`,
  );
  const lines = () => bodies.flatMap((body) => body.split('\n'));
  await expect.poll(() => lines().some((line) => line.includes('sta=p'))).toBe(true);
  expect([...types]).toEqual(['application/cmcd']);
  const playing = lines().find((line) => line.includes('e=ps') && line.includes('sta=p'));
  expect(playing).toMatch(
    /^bl=\(\d+\),(br=\(\d+;av\),)?cid="offstage001",e=ps,msd=\d+,pt=\d+,sf=h,sid="[\w-]{16}",sn=\d+,st=v,sta=p,ts=\d{13},v=2$/,
  );
  const sequence = lines().map((line) => Number(/sn=(\d+)/.exec(line)?.[1]));
  expect(sequence).toEqual(sequence.map((_, index) => index));
  await page.goto('about:blank');
  await server.dispose();
  collector.close();
});
