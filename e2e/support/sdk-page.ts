import type { Page } from '@playwright/test';
import type { Player, PlayerOptions } from '../../sdk/offstage.ts';
import { serveHostPage } from './host-page.ts';
import type { Server } from './server-process.ts';
import { expect } from './test.ts';

declare global {
  interface Window {
    YT: { Player: typeof Player; get: (id: string) => Player | undefined; loaded: number };
    players: Player[];
    /** Events received by the listeners of `makePlayer`: `onStateChange 1`. */
    reported: string[];
    /** Waits for reported playback, not for a getter's present value. */
    calls: string[];
  }
}

/** A publisher's page on another site that loads the script as YouTube's documents describe. */
export async function openPage(
  page: Page,
  server: Server,
  html: string,
): Promise<() => Promise<void>> {
  const host = await serveHostPage(
    `${html}<script src="${server.embedOrigin}/iframe_api"></script>`,
  );
  await page.goto(host.url);
  await page.evaluate(() => {
    window.players = [];
    window.reported = [];
  });
  return host.close;
}

/** Creates a player in the page, records all its events, and waits until it is ready. */
export async function makePlayer(
  page: Page,
  target: string,
  options: Pick<PlayerOptions, 'videoId' | 'playerVars' | 'host'> = { videoId: 'offstage002' },
): Promise<void> {
  await page.evaluate(
    ({ target, options }) => {
      const report = (name: string) => (event: { data: unknown }) =>
        window.reported.push(`${name} ${JSON.stringify(event.data)}`);
      const names = [
        'onReady',
        'onStateChange',
        'onError',
        'onVolumeChange',
        'onPlaybackRateChange',
        'onSeek',
      ];
      const events = Object.fromEntries(names.map((name) => [name, report(name)]));
      const element = document.querySelector<HTMLElement>(target);
      window.players.push(
        new window.YT.Player(element ?? target, { playerVars: { mute: 1 }, ...options, events }),
      );
    },
    { target, options },
  );
  await untilReported(page, 'onReady null');
}

export async function untilReported(page: Page, ...what: string[]): Promise<void> {
  await expect
    .poll(() => page.evaluate(() => window.reported))
    .toEqual(expect.arrayContaining(what));
}

export const forget = (page: Page) =>
  page.evaluate(() => {
    window.reported = [];
  });

export const state = (page: Page, index = 0) =>
  page.evaluate((at) => window.players[at]?.getPlayerState(), index);
