import { until } from '../../../e2e/support/until.ts';
import type { Scene } from './open-scene.ts';
import type { Target } from './targets.ts';

/** Sends the host page's commands, and reads the state that the player reported. */
export interface HostDriver {
  command(func: string, ...args: unknown[]): Promise<void>;
  untilReady(): Promise<void>;
  /** Waits until the player has reported some further time updates while playing. */
  untilPlays(): Promise<void>;
  untilPaused(): Promise<void>;
}

/** Time updates come about four times a second. */
const timesToHear = 5;
const [playing, paused] = [1, 2];

export function driveHost({ inPage }: Pick<Scene, 'inPage'>): HostDriver {
  // The newest values from `infoDelivery`.
  const reported = (page: Target, name: string) => page.evaluate(`host.reported.${name}`);
  return {
    command: (func, ...args) =>
      inPage(
        async (page) =>
          void (await page.evaluate(`host.command(...${JSON.stringify([func, ...args])})`)),
      ),
    untilReady: () =>
      inPage((page) => until('the player is ready', () => page.evaluate('host.isReady()'))).then(
        () => {},
      ),
    untilPlays: () =>
      inPage(async (page) => {
        const times = new Set<unknown>();
        await until('the video plays', async () => {
          if ((await reported(page, 'playerState')) === playing)
            times.add(await reported(page, 'currentTime'));
          return times.size > timesToHear;
        });
      }),
    untilPaused: () =>
      inPage(async (page) => {
        await until(
          'the video is paused',
          async () => (await reported(page, 'playerState')) === paused,
        );
      }),
  };
}
