import { expect, test } from 'vitest';
import { dashLimits } from '../../../../shared/limits/dash-limits.ts';
import { createDashSender } from '../../../../src/player/engines/dash-sender.ts';
import { createFakeClock } from '../../fake-clock.ts';

/** A stream whose server answers with `mpd`; `null`: it does not answer. */
function openStream() {
  const stream = { mpd: 'one' as string | null, isLive: true, isBeyondEnd: false };
  const clock = createFakeClock();
  const reports: object[] = [];
  const sender = createDashSender({
    fetchMpd: () =>
      stream.mpd === null ? Promise.reject(new TypeError('network')) : Promise.resolve(stream.mpd),
    isLive: () => stream.isLive,
    isBeyondEnd: () => stream.isBeyondEnd,
    setTimer: clock.setTimer,
    report: (changes) => reports.push(changes),
    reload: () => reports.push({ type: 'reload' }),
  });
  return {
    stream,
    reports,
    sender,
    async check() {
      clock.advance(dashLimits.senderCheckMs);
      await new Promise(setImmediate);
    },
  };
}

const live = { isLive: true, isSenderPaused: false };
const paused = { isLive: true, isSenderPaused: true };

test('a stream that waits while its MPD stays the same has a paused sender, until it plays', async () => {
  const { sender, reports, check } = openStream();
  sender.update(true);
  sender.update(true);
  await check();
  await check();
  expect(reports).toEqual([live, paused]);
  sender.update(false);
  await check();
  expect(reports).toEqual([live, paused, live]);
});

test.each([
  ['grows', (check: number) => `mpd ${check}`],
  ['does not arrive', () => null],
])('a stream that waits while its MPD %s has no paused sender', async (_, mpdAt) => {
  const { sender, stream, reports, check } = openStream();
  sender.update(true);
  for (const number of [1, 2, 3]) {
    stream.mpd = mpdAt(number);
    await check();
  }
  expect(reports).toEqual([live, live, live]);
});

test('a stream that has ended is a recording, which is not checked', async () => {
  const { sender, stream, reports, check } = openStream();
  stream.isLive = false;
  sender.update(true);
  await check();
  expect(reports).toEqual([{ isLive: false, isSenderPaused: false }]);
});

test('a sender that has started again from zero makes the media load again, once its MPD has arrived', async () => {
  const { sender, stream, reports, check } = openStream();
  sender.update(true);
  await check();
  stream.isBeyondEnd = true;
  await check();
  stream.mpd = 'two';
  await check();
  await check();
  expect(reports).toEqual([live, paused, { type: 'reload' }]);
});

test('nothing is reported after the engine has gone', async () => {
  const { sender, reports, check } = openStream();
  sender.update(true);
  sender.dispose();
  await check();
  expect(reports).toEqual([]);
});
