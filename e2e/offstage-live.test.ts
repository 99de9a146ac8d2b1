import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { anyPort } from './support/any-port.ts';
import { openGate } from './support/gate.ts';
import { test } from './support/live-command.ts';
import {
  addressOf,
  expectMoving,
  openOnceLive,
  pausedText,
  positionSec,
} from './support/live-page.ts';
import { reachFor } from './support/reach-for.ts';
import { expect } from './support/test.ts';
import { thorough } from './support/thorough.ts';

const show = { id: 'liveshow001' };
const named = ['show', '--id', show.id, '--no-ladder'];
/** Partial segments, by the names that the command gives them. */
const partPath = /-\d+\.\d+\.m4s$/;

test('OBS sends to offstage live with its key: the stream plays with low latency, waits for a sender that has gone, and ends as a recording [feature-offstage-live, feature-low-latency]', async ({
  live,
  mediaDir,
  page,
  server,
}) => {
  const port = anyPort();
  const address = `rtmp://127.0.0.1:${port}/live`;
  const command = live.start(...named, '--from', address, '--low-latency');
  const sendTo = await command.sendTo();
  const stranger = live.send('flv', `${address}/wrong`);
  expect(await stranger.ended).not.toBe(0);
  expect(command.said()).toContain('Refused 127.0.0.1: the stream key is wrong.');

  const parts: string[] = [];
  page.on('request', (request) => {
    if (partPath.test(request.url())) parts.push(request.url());
  });
  const sending = live.send('flv', sendTo);
  await command.isLive();
  await openOnceLive(page, server, show);
  expect(parts).not.toEqual([]);

  await sending.kill();
  await expect(page.getByRole('alert')).toHaveText(pausedText);
  live.send('flv', sendTo);
  await expect(page.getByRole('alert')).toBeHidden();
  await expectMoving(page);

  command.child.kill('SIGINT');
  expect(await command.ended).toBe(0);
  await expect(page.locator('.player')).toHaveAttribute('data-state', 'ended');
  const playlist = readFileSync(join(mediaDir, 'show/tracks/video-360p.m3u8'), 'utf8');
  expect(playlist).toContain('#EXT-X-ENDLIST');
  expect(playlist).toContain('#EXT-X-DISCONTINUITY\n');
  await expect
    .poll(async () => (await page.request.get(addressOf(server, show))).text())
    .toContain('"isLive":false');
});

const lastParts = [
  { name: 'gets the last parts, and sees the end', areGone: false },
  {
    name: 'sees the end in whole segments if its last parts are gone',
    areGone: true,
  },
];
for (const { name, areGone } of lastParts)
  test(
    `a viewer who is behind when the command ends ${name}`,
    thorough,
    async ({ live, page, server }) => {
      const gate = await openGate(server.embedOrigin);
      const args = [...named, '--from', `rtmp://127.0.0.1:${anyPort()}/live`, '--low-latency'];
      const command = live.start(...args);
      live.send('flv', await command.sendTo());
      await command.isLive();
      await openOnceLive(page, { embedOrigin: gate.origin }, show);
      const missing: string[] = [];
      page.on('response', (response) => {
        if (response.status() === 404) missing.push(response.url());
      });
      const letGo = gate.hold(({ url = '' }) => partPath.test(url));
      await page.waitForRequest((request) => partPath.test(request.url()));
      command.child.kill('SIGINT');
      expect(await command.ended).toBe(0);
      if (areGone) gate.answer(partPath, { status: 404 });
      letGo();
      const player = page.locator('.player');
      await expect(player).toHaveAttribute('data-state', 'ended');
      expect(missing.length > 0).toBe(areGone);
      // Chromium's own HLS would play it too, but has no way to the edge.
      const source = await player.evaluate(() => document.querySelector('video')?.currentSrc);
      expect(source).not.toContain('.m3u8');
      // Without its page, nothing asks the closed gate.
      await page.goto('about:blank');
      await gate.close();
    },
  );

test('a sender of SRT needs the passphrase', thorough, async ({ live, page, server }) => {
  const address = `srt://127.0.0.1:${anyPort()}`;
  const command = live.start(...named, '--from', address);
  const sendTo = await command.sendTo();
  const stranger = live.send('mpegts', `${address}?passphrase=not-the-passphrase`);
  expect(await stranger.ended).not.toBe(0);
  live.send('mpegts', sendTo);
  await command.isLive();
  await openOnceLive(page, server, show);
  command.child.kill('SIGINT');
  expect(await command.ended).toBe(0);
  await expect(page.locator('.player')).toHaveAttribute('data-state', 'ended');
});

test(
  'a file is sent at the speed of playback, and all of it is kept with --record',
  thorough,
  async ({ live, page, server }) => {
    const film = live.film('film.mp4', 9);
    const startMs = performance.now();
    const command = live.start(...named, '--from', film, '--record', '--title', 'The film');
    expect(await command.ended).toBe(0);
    expect(performance.now() - startMs).toBeGreaterThan(8_000);
    expect(command.said()).toContain(`${show.id}  The film`);
    const embedPage = async () => (await page.request.get(addressOf(server, show))).text();
    // The page of an unknown video is not live, either.
    await expect.poll(embedPage).toContain('The film');
    await expect.poll(embedPage).toContain('"isLive":false');
    await page.goto(addressOf(server, show));
    await reachFor(page);
    await expect(page.locator('.time-total')).toHaveText(/^ \/ 0:0[89]$/);
    const again = live.start(...named, '--from', film, '--record');
    expect(await again.ended).toBe(1);
    expect(again.said()).toContain(`show: the finished recording ${show.id} is in `);
  },
);

test(
  'a sender that comes back with another picture gets bars, and one without sound is refused',
  thorough,
  async ({ live, mediaDir, page, server }) => {
    const command = live.start(...named, '--from', `rtmp://127.0.0.1:${anyPort()}/live`);
    const sendTo = await command.sendTo();
    const first = live.send('flv', sendTo);
    await command.isLive();
    await openOnceLive(page, server, show);
    await first.kill();
    await expect.poll(() => command.said()).toContain('The sender has gone.');
    const silent = live.send('flv', sendTo, { hasSound: false });
    await silent.ended;
    await expect
      .poll(() => command.said())
      .toContain('the stream began with sound, and this sender sends none; send it again');
    await expect(page.getByRole('alert')).toHaveText(pausedText);
    live.send('flv', sendTo, { size: '480x480' });
    await expect(page.getByRole('alert')).toBeHidden();
    await expectMoving(page);
    const size = () =>
      page
        .locator('video')
        .evaluate((video: HTMLVideoElement) => [video.videoWidth, video.videoHeight]);
    expect(await size()).toEqual([640, 360]);
    expect(
      readdirSync(join(mediaDir, 'show/tracks')).filter((name) => name.endsWith('.m3u8')),
    ).toEqual(['audio.m3u8', 'video-360p.m3u8']);
  },
);

test(
  'a command that was killed goes on with the stream, and viewers stay',
  thorough,
  async ({ live, mediaDir, page, server }) => {
    const args = [...named, '--from', `rtmp://127.0.0.1:${anyPort()}/live`, '--low-latency'];
    const killed = live.start(...args);
    const sendTo = await killed.sendTo();
    live.send('flv', sendTo);
    await killed.isLive();
    await openOnceLive(page, server, show);
    // The start script would let it end the stream.
    const owner = readFileSync(join(mediaDir, 'show/.live'), 'utf8');
    process.kill(Number(owner.split('-')[1]), 'SIGKILL');
    await killed.ended;
    await expect(page.getByRole('alert')).toHaveText(pausedText);
    const next = live.start(...args);
    expect(await next.sendTo()).toBe(sendTo);
    live.send('flv', sendTo);
    await expect(page.getByRole('alert')).toBeHidden();
    await expectMoving(page);
  },
);

test(
  'ten minutes of a stream whose sender is killed every two minutes: viewers see all of it, and old files are removed',
  thorough,
  async ({ live, mediaDir, page, server }, { annotations }) => {
    test.setTimeout(1_800_000);
    const address = `rtmp://127.0.0.1:${anyPort()}/live`;
    const command = live.start(...named, '--from', address, '--low-latency');
    const sendTo = await command.sendTo();
    let sending = live.send('flv', sendTo);
    await command.isLive();
    await openOnceLive(page, server, show);
    const stalls = await page.locator('video').evaluateHandle((video: HTMLVideoElement) => {
      const seen: number[] = [];
      video.addEventListener('waiting', () => seen.push(Math.round(video.currentTime)));
      return seen;
    });
    const files = () => readdirSync(join(mediaDir, 'show/tracks')).length;
    const counts: number[] = [];
    for (let minutes = 2; minutes <= 10; minutes += 2) {
      const untilSec = (await positionSec(page)) + 120;
      await expect.poll(() => positionSec(page), { timeout: 600_000 }).toBeGreaterThan(untilSec);
      await expect(page.getByRole('alert')).toBeHidden();
      counts.push(files());
      await sending.kill();
      await expect(page.getByRole('alert')).toHaveText(pausedText);
      sending = live.send('flv', sendTo);
      await expect(page.getByRole('alert')).toBeHidden();
    }
    await expectMoving(page);
    // From the second count on the window is full.
    expect(Math.max(...counts.slice(2))).toBeLessThan((counts[1] ?? 0) + 20);
    annotations.push({ type: 'waits at', description: String(await stalls.jsonValue()) });
    annotations.push({ type: 'files', description: String(counts) });
  },
);
