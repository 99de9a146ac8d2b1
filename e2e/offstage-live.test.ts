import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { anyPort } from './support/any-port.ts';
import { test } from './support/live-command.ts';
import { addressOf, expectMoving, openOnceLive, pausedText } from './support/live-page.ts';
import { reachFor } from './support/reach-for.ts';
import { expect } from './support/test.ts';

const show = { id: 'liveshow001' };
const named = ['show', '--id', show.id, '--no-ladder'];

/** What `offstage live` said about a sender. */
const keyIn = (said: string) => /stream key (\w+)/.exec(said)?.[1] ?? '';

test('OBS sends to offstage live with its key: the stream plays with low latency, waits for a sender that has gone, and ends as a recording', async ({
  live,
  mediaDir,
  page,
  server,
}) => {
  const port = anyPort();
  const address = `rtmp://127.0.0.1:${port}/live`;
  const command = live.start(...named, '--from', address, '--low-latency');
  await expect.poll(() => keyIn(command.said())).not.toBe('');
  const stranger = live.send('flv', `${address}/wrong`);
  expect(await stranger.ended).not.toBe(0);
  expect(command.said()).toContain('Refused 127.0.0.1: the stream key is wrong.');

  const parts: string[] = [];
  page.on('request', (request) => {
    if (/video-360p-\d+\.\d+\.m4s/.test(request.url())) parts.push(request.url());
  });
  const sending = live.send('flv', `${address}/${keyIn(command.said())}`);
  await openOnceLive(page, server, show);
  expect(parts).not.toEqual([]);

  await sending.kill();
  await expect(page.getByRole('alert')).toHaveText(pausedText);
  live.send('flv', `${address}/${keyIn(command.said())}`);
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

test('a sender of SRT needs the passphrase', async ({ live, page, server }) => {
  const address = `srt://127.0.0.1:${anyPort()}`;
  const command = live.start(...named, '--from', address);
  const sendTo = () => /srt:\S+passphrase=\S+/.exec(command.said())?.[0] ?? '';
  await expect.poll(sendTo).not.toBe('');
  const stranger = live.send('mpegts', `${address}?passphrase=not-the-passphrase`);
  expect(await stranger.ended).not.toBe(0);
  live.send('mpegts', sendTo());
  await openOnceLive(page, server, show);
  command.child.kill('SIGINT');
  expect(await command.ended).toBe(0);
  await expect(page.locator('.player')).toHaveAttribute('data-state', 'ended');
});

test('a file is sent at the speed of playback, and all of it is kept with --record', async ({
  live,
  page,
  server,
}) => {
  const film = live.film('film.mp4', 16);
  const command = live.start(...named, '--from', film, '--record', '--title', 'The film');
  await openOnceLive(page, server, show);
  expect(await command.ended).toBe(0);
  expect(command.said()).toContain(`${show.id}  The film`);
  await expect
    .poll(async () => (await page.request.get(addressOf(server, show))).text())
    .toContain('"isLive":false');
  await page.goto(addressOf(server, show));
  await reachFor(page);
  await expect(page.locator('.time-total')).toHaveText(/^ \/ 0:1[56]$/);
  const again = live.start(...named, '--from', film, '--record');
  expect(await again.ended).toBe(1);
  expect(again.said()).toContain(`show: the finished recording ${show.id} is in `);
});

test('a call that cannot work says why, and makes nothing', async ({ live }) => {
  for (const [args, sentence] of [
    [['show'], '--from is missing'],
    [['show', '--from', 'https://example.com/a'], 'is not supported; use rtmp://0.0.0.0/live'],
    [['show', '--from', 'rtmp://0.0.0.0'], 'needs one name after the host'],
    [['show', '--from', 'srt://0.0.0.0'], 'has no port; use one such as srt://0.0.0.0:9000'],
    [['show', '--from', 'a.mp4', '--id', 'short'], '--id "short" is not a video id'],
  ] as const) {
    const { said, ended } = live.start(...args);
    expect(await ended).toBe(2);
    expect(said()).toContain(sentence);
  }
});
