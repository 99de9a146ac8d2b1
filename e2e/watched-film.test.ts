import { openHost } from './support/host.ts';
import { loggedEvents } from './support/sequences.ts';
import { expect, test } from './support/test.ts';
import { thorough } from './support/thorough.ts';

interface Answer {
  viewings: number;
  watchedMs: number;
  retention: { durationSec: number; seen: number[]; again: number[] };
  groups: { video: { name: string; viewings: number }[] };
}

test(
  'the parts of a film that a viewer watches, skips and watches again are in the audience report',
  thorough,
  async ({ page, server }) => {
    const host = await openHost(page, server, '?v=offstage001');
    await host.player.locator('.big-play').click();
    await host.untilState(1);
    // A page on a busy machine notices seconds late that the film plays.
    const watchedSec = 5;
    for (const from of [20, 40, 20]) {
      await page.getByLabel('Seek to').fill(String(from));
      await host.click('Seek');
      await expect
        .poll(async () => {
          const afterSec = Number((await host.info()).currentTime) - from;
          return afterSec > watchedSec && afterSec < 20;
        })
        .toBe(true);
    }
    await host.click('Pause');
    await host.untilState(2);
    await loggedEvents(page, server);

    const reply = await fetch(`${server.demoOrigin}/telemetry/audience`);
    const { viewings, watchedMs, retention, groups } = (await reply.json()) as Answer;
    expect(viewings).toBe(1);
    expect(groups.video).toMatchObject([{ name: 'offstage001', viewings: 1 }]);
    expect(watchedMs).toBeGreaterThan(10_000);
    const { durationSec, seen, again } = retention;
    expect(durationSec).toBe(64);
    const at = (counts: number[], sec: number) => counts[Math.floor((sec / durationSec) * 100)];
    for (const [sec, wanted] of [
      [24, { seen: 1, again: 1 }],
      [38, { seen: 0, again: 0 }],
      [44, { seen: 1, again: 0 }],
      [63, { seen: 0, again: 0 }],
    ] as const)
      expect({ seen: at(seen, sec), again: at(again, sec) }).toEqual(wanted);
  },
);
