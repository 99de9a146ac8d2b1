import { storedEvents } from '../../support/intake.ts';
import { readQueue } from '../../support/read-queue.ts';
import type { Server } from '../../support/server-process.ts';
import type { DrivenBrowser } from './driven-browser.ts';
import { openSmokeHost, type SmokeHost } from './smoke-host.ts';
import { expect } from './test.ts';

/**
 * Removes the player's frame once the browser has stored its events of a name, and opens further
 * players until the server has them all. A browser may accept the beacons of a removed frame and
 * never send them: Firefox does, rarely, on a busy machine. A later player then sends what is
 * stored, once the browser has released the removed one's lock. So this does not prove that the
 * removal itself sends anything; `e2e/faults/page-exit.test.ts` does, in Chromium.
 */
export async function removeWithEvents(
  {
    driven,
    host,
    api,
    origin,
  }: { driven: DrivenBrowser; host: SmokeHost; api: Server; origin: string },
  name: string,
  count: number,
): Promise<void> {
  const delivered = async () =>
    (await storedEvents(api)).filter((event) => event.name === name).map(({ seq }) => seq);
  const stored = async () =>
    (await driven.inPlayer(readQueue, null))
      .flatMap(({ events }) => events.map(({ json }) => JSON.parse(json)))
      .filter((event) => event.name === name)
      .map(({ seq }) => seq as number);

  await expect
    .poll(async () => new Set([...(await stored()), ...(await delivered())]).size)
    .toBe(count);
  await host.removeFrame();
  await host.close();
  await expect
    .poll(async () => {
      const next = await openSmokeHost(driven, origin, '/embed/offstage002?enablejsapi=1');
      await next.close();
      return (await delivered()).length;
    })
    .toBe(count);
}
