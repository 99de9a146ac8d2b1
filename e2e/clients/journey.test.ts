import { thorough } from '../support/thorough.ts';
import { clientList, representatives, type Step, stepActions } from './support/client-list.ts';
import type { Action } from './support/driver.ts';
import { openClient } from './support/open-client.ts';
import { expect, test } from './support/test.ts';

for (const client of clientList) {
  const {
    name,
    events,
    afterLoad,
    loadsWhilePaused,
    learnsDurationByPlaying,
    lacks,
    noise = null,
    notAfterDestroy = [],
  } = client;
  const has = (step: Step) => lacks[step] === undefined;

  test.describe(() => {
    test.use({ expectedNoise: noise });

    const mark = representatives.includes(name) ? {} : thorough;
    test(`${name} drives the player from ready to destroy`, mark, async ({ page }) => {
      for (const [step, reason] of Object.entries(lacks))
        test.info().annotations.push({ type: `without ${step}`, description: reason });
      const player = await openClient(page, name);
      const { call, forgetReceived, untilReceived, untilPlayed } = player;
      const untilAnswer = (action: Action) => expect.poll(() => call(action));

      await test.step('the page offers every step that the list does not exclude, and no other', async () => {
        const offered: string[] = await player.actions();
        for (const [step, actions] of Object.entries(stepActions))
          expect({ step, has: actions.every((action) => offered.includes(action)) }).toEqual({
            step,
            has: has(step as Step),
          });
      });

      await test.step('ready', async () => {
        await untilReceived(events.ready);
        // The player must need nothing more from a thread that may hang.
        await page.requestGC();
      });

      if (!learnsDurationByPlaying)
        await test.step('duration', () => untilAnswer('duration').toBe(64));

      await test.step('play', async () => {
        await call('play');
        await untilReceived(events.playing);
        await untilPlayed(1);
        await untilAnswer('isPaused').toBe(false);
        expect(await call('duration')).toBe(64);
      });

      await test.step('pause', async () => {
        await call('pause');
        await untilReceived(events.paused);
        await untilAnswer('isPaused').toBe(true);
      });

      await test.step('seek', async () => {
        await forgetReceived();
        await call('seek', 40);
        await untilAnswer('time').toBe(40);
        if (events.seeked !== undefined) await untilReceived(events.seeked);
        await untilAnswer('isPaused').toBe(true);
      });

      await test.step('volume', async () => {
        await forgetReceived();
        await call('setVolume', 30);
        await untilAnswer('volume').toBe(30);
        if (events.volume !== undefined) await untilReceived(events.volume);
        await call('mute');
        await untilAnswer('isMuted').toBe(true);
        await call('unmute');
        await untilAnswer('isMuted').toBe(false);
        expect(await call('volume')).toBe(30);
      });

      if (has('rate')) {
        await test.step('rate', async () => {
          await forgetReceived();
          await call('setRate', 1.5);
          await untilAnswer('rate').toBe(1.5);
          if (events.rate !== undefined) await untilReceived(events.rate);
        });
      }

      await test.step('the player is still paused at the same time, and plays on from there', async () => {
        expect(await call('isPaused')).toBe(true);
        expect(await call('time')).toBe(40);
        await call('play');
        await untilPlayed(1);
        expect(await call('time')).toBeGreaterThan(41);
        expect(await call('time')).toBeLessThan(60);
      });

      if (has('load')) {
        await test.step('load', async () => {
          if (loadsWhilePaused) {
            await call('pause');
            await untilAnswer('isPaused').toBe(true);
          }
          await forgetReceived();
          await call('load', 'offstage002');
          if (afterLoad === 'rebuilds')
            await untilReceived(events.ready.replace('offstage001', 'offstage002'));
          if (afterLoad !== 'plays') await call('play');
          await untilAnswer('duration').toBe(32);
          await untilPlayed(1);
          expect(await call('time')).toBeLessThan(20);
        });
      }

      if (has('playlist')) {
        await test.step('playlist', async () => {
          await call('loadPlaylist', 'PLoffstageplaylist');
          await untilAnswer('duration').toBe(64);
          await untilAnswer('playlistIndex').toBe(0);
          await untilPlayed(0.5);
          await call('next');
          await untilAnswer('duration').toBe(32);
          await untilAnswer('playlistIndex').toBe(1);
          await call('previous');
          await untilAnswer('duration').toBe(64);
          await untilAnswer('playlistIndex').toBe(0);
          await call('playAt', 2);
          await untilAnswer('duration').toBe(40);
          await untilAnswer('playlistIndex').toBe(2);
          await untilPlayed(0.5);
        });
      }

      await test.step('destroy', async () => {
        await call('destroy');
        await expect(page.locator('iframe')).toHaveCount(0);
      });

      if (has('calls after destroy')) {
        await test.step('calls after destroy', async () => {
          // Do not wait for the promises; a rejected one writes to the console.
          expect(await player.callAllBut(notAfterDestroy)).toEqual([]);
        });
      }
    });
  });
}
