import type { Page } from '@playwright/test';
import type { Action } from './driver.ts';
import { hostPageName } from './stand-in.ts';
import { expect } from './test.ts';

/** A host page whose client the test drives. */
export interface Client {
  page: Page;
  /** Calls a member of the page's driver. */
  call(action: Action, ...args: unknown[]): Promise<unknown>;
  callExtra(action: string, ...args: unknown[]): Promise<unknown>;
  actions(): Promise<Action[]>;
  /**
   * Calls all members except these, without waiting for their results.
   * @returns the thrown errors
   */
  callAllBut(left: readonly Action[]): Promise<string[]>;
  /** The client's log entries, in order. */
  received(): Promise<string[]>;
  forgetReceived(): Promise<void>;
  untilReceived(event: string): Promise<void>;
  /** Waits until the client's clock has advanced by this much. */
  untilPlayed(seconds: number): Promise<void>;
}

export interface OpenOptions {
  videoId?: string;
  protocol?: 'http' | 'https';
}

export function hostPageUrl(
  name: string,
  { videoId, protocol = 'https' }: OpenOptions = {},
): string {
  const query = videoId === undefined ? '' : `?${new URLSearchParams({ v: videoId })}`;
  return `${protocol}://${hostPageName}/${name}/${query}`;
}

export async function openClient(page: Page, name: string, options?: OpenOptions): Promise<Client> {
  await page.goto(hostPageUrl(name, options));
  await page.waitForFunction(() => window.driver !== undefined);

  const received = () => page.evaluate(() => window.received);
  const client: Client = {
    page,
    received,
    call: (action, ...args) =>
      page.evaluate(
        ([action, args]) => (window.driver[action] as (...args: unknown[]) => unknown)(...args),
        [action, args] as const,
      ),
    callExtra: (action, ...args) =>
      page.evaluate(
        ([action, args]) => {
          const extra = window.driver.extra?.[action] as
            | ((...args: unknown[]) => unknown)
            | undefined;
          if (extra === undefined) throw new Error(`The page has no ${action}.`);
          return extra(...args);
        },
        [action, args] as const,
      ),
    actions: () =>
      page.evaluate(() =>
        (Object.keys(window.driver) as (Action | 'extra')[]).filter((action) => action !== 'extra'),
      ),
    callAllBut: (left) =>
      page.evaluate((left: readonly string[]) => {
        const thrown: string[] = [];
        for (const [name, action] of Object.entries(window.driver)) {
          try {
            if (typeof action === 'function' && !left.includes(name)) action();
          } catch (error) {
            thrown.push(`${name}: ${error}`);
          }
        }
        return thrown;
      }, left),
    forgetReceived: () =>
      page.evaluate(() => {
        window.received = [];
      }),
    untilReceived: (event) => expect.poll(received).toContain(event),
    async untilPlayed(seconds) {
      const from = Number(await client.call('time'));
      await expect
        .poll(async () => Number(await client.call('time')) - from)
        .toBeGreaterThan(seconds);
    },
  };
  return client;
}
