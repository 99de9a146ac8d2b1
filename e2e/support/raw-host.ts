import type { FrameLocator, Page } from '@playwright/test';
import { type HostPage, serveHostPage } from './host-page.ts';
import type { Server } from './server-process.ts';
import { test as onStage } from './stage.ts';
import { expect } from './test.ts';

/** A message as the host page received it. */
interface Received {
  origin: string;
  text: string;
}

interface WidgetMessage {
  event: string;
  info: unknown;
  id?: unknown;
  channel: string;
  error?: { name: string; fix: string };
}

/** A host page without a library: it sends only what a test sends. */
export interface RawHost {
  page: Page;
  player: FrameLocator;
  /** Sends strings unchanged, anything else as JSON. */
  send(message: unknown): Promise<void>;
  listen(id?: number | string): Promise<void>;
  command(func: string, ...args: unknown[]): Promise<void>;
  subscribe(...events: string[]): Promise<void>;
  /** All messages from the frame, in order. */
  received(): Promise<Received[]>;
  /** Commands of the YouTube embed protocol. */
  messages(): Promise<WidgetMessage[]>;
  /** The values of an event, in order. */
  values(event: string): Promise<unknown[]>;
  /** The latest value of each reported field. */
  info(): Promise<Record<string, unknown>>;
  untilInfo(key: string, value: unknown): Promise<void>;
  forget(): Promise<void>;
}

declare global {
  interface Window {
    fromFrame: Received[];
  }
}

export interface RawHostFixtures {
  /**
   * Opens a host page on another site around a path of the player. With `listen: false` it sends no
   * handshake.
   */
  openRawHost: (
    path: string,
    options?: { listen?: boolean; html?: string; hostname?: 'localhost' | '127.0.0.1' },
  ) => Promise<RawHost>;
}

const script = `<script>
  window.fromFrame = [];
  addEventListener('message', ({ source, origin, data }) => {
    if (source === document.querySelector('iframe').contentWindow) fromFrame.push({ origin, text: data });
  });
</script>`;

type OpenRawHost = (
  needed: { page: Page; server: Server },
  use: (open: RawHostFixtures['openRawHost']) => Promise<void>,
) => Promise<void>;

export const openRawHost: OpenRawHost = async ({ page, server }, use) => {
  const pages: HostPage[] = [];
  await use(async (path, { listen = true, html = '', hostname = '127.0.0.1' } = {}) => {
    const frame = `<iframe src="${server.embedOrigin}${path}" width="640" height="360" allow="autoplay; fullscreen"></iframe>`;
    const hostPage = await serveHostPage(`${script}${html}${frame}`);
    pages.push(hostPage);
    await page.goto(hostPage.url.replace('127.0.0.1', hostname));
    const host = rawHost(page, server);
    if (listen) {
      await host.listen(1);
      await expect.poll(() => host.values('onReady')).not.toHaveLength(0);
    }
    return host;
  });
  for (const hostPage of pages) await hostPage.close();
};

export const test = onStage.extend<RawHostFixtures>({ openRawHost });

function rawHost(page: Page, server: Server): RawHost {
  const received = () => page.evaluate(() => window.fromFrame);
  const messages = async (): Promise<WidgetMessage[]> =>
    (await received())
      .map(({ text }) => JSON.parse(text))
      .filter((message) => message.channel === 'widget');

  const host: RawHost = {
    page,
    player: page.frameLocator('iframe'),
    send: (message) =>
      page.evaluate(
        ([text, origin]) =>
          document.querySelector('iframe')?.contentWindow?.postMessage(text, origin),
        [
          typeof message === 'string' ? message : JSON.stringify(message),
          server.embedOrigin,
        ] as const,
      ),
    listen: (id) => host.send({ event: 'listening', id, channel: 'widget' }),
    command: (func, ...args) =>
      host.send({ event: 'command', func, args, id: 1, channel: 'widget' }),
    async subscribe(...events) {
      for (const event of events) await host.command('addEventListener', event);
    },
    received,
    messages,
    values: async (event) =>
      (await messages()).filter((message) => message.event === event).map(({ info }) => info),
    async info() {
      const reported = (await messages()).filter(
        ({ event }) => /Delivery$/.test(event) && event !== 'apiInfoDelivery',
      );
      return Object.assign({}, ...reported.map(({ info }) => info));
    },
    untilInfo: (key, value) => expect.poll(async () => (await host.info())[key]).toEqual(value),
    forget: () =>
      page.evaluate(() => {
        window.fromFrame = [];
      }),
  };
  return host;
}

export { expect };
