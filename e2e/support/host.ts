import type { FrameLocator, Page } from '@playwright/test';
import type { Embed } from '../../src/boot/create-embed.ts';
import type { Server } from './server-process.ts';
import { expect } from './test.ts';

interface HostMessage {
  event: string;
  info: unknown;
  id?: unknown;
}

/** The demo host page, driven like a person would, recording everything that the player sends. */
export interface Host {
  page: Page;
  player: FrameLocator;
  click(button: string): Promise<void>;
  messages(): Promise<HostMessage[]>;
  /** The values of an event, in order. */
  values(event: string): Promise<unknown[]>;
  /** The latest value of each field of `infoDelivery`. */
  info(): Promise<Record<string, unknown>>;
  /** Every reported `currentTime`, in order. */
  reportedTimes(): Promise<number[]>;
  forgetMessages(): Promise<void>;
  untilState(state: number): Promise<void>;
  /** Waits until the player has reported this much progress from here. */
  untilPlayed(seconds: number): Promise<void>;
}

declare global {
  interface Window {
    received: { origin: string; data: string }[];
    offstage: Embed;
    writeEmbed: (config: unknown) => Embed;
  }
}

/** Pages that record messages from the start of each document. */
const listening = new WeakSet<Page>();

async function listen(page: Page): Promise<void> {
  if (listening.has(page)) return;
  listening.add(page);
  await page.addInitScript(() => {
    if (window !== window.top) return;
    window.received = [];
    addEventListener('message', ({ origin, data }) => window.received.push({ origin, data }));
  });
}

export async function openHost(page: Page, server: Server, query = ''): Promise<Host> {
  await listen(page);
  await page.goto(`${server.demoOrigin}/${query}`);

  async function messages(): Promise<HostMessage[]> {
    return (await page.evaluate(() => window.received)).map(({ data }) => JSON.parse(data));
  }

  async function values(event: string): Promise<unknown[]> {
    return (await messages()).filter((message) => message.event === event).map(({ info }) => info);
  }

  async function info(): Promise<Record<string, unknown>> {
    const parts = (await messages()).filter(
      ({ event }) => event === 'infoDelivery' || event === 'initialDelivery',
    );
    return Object.assign({}, ...parts.map((part) => part.info));
  }

  const host: Host = {
    page,
    player: page.frameLocator('iframe'),
    click: (button) => page.getByRole('button', { name: button, exact: true }).click(),
    messages,
    values,
    info,
    reportedTimes: async () =>
      (await values('infoDelivery'))
        .map((reported) => (reported as { currentTime?: number }).currentTime)
        .filter((time) => time !== undefined),
    forgetMessages: () =>
      page.evaluate(() => {
        window.received = [];
      }),
    untilState: (state) => expect.poll(async () => (await info()).playerState).toBe(state),
    async untilPlayed(seconds) {
      const from = Number((await info()).currentTime ?? 0);
      await expect
        .poll(async () => Number((await info()).currentTime) - from)
        .toBeGreaterThan(seconds);
    },
  };
  // A page that starts slowly receives the host's greeting twice, and answers both.
  await expect.poll(async () => (await values('onReady')).length).toBeGreaterThan(0);
  return host;
}
