import type { Embed } from '../../../src/boot/create-embed.ts';
import type { Diagnosis } from '../../../src/diagnosis/diagnose.ts';
import { type HostPage, serveHostPage } from '../../support/host-page.ts';
import type { DrivenBrowser } from './driven-browser.ts';
import { expect } from './test.ts';

declare global {
  interface Window {
    /** Parsed messages from the player, in order. */
    reported: { event: string; info: unknown }[];
    offstage: Embed;
  }
}

/**
 * A host page on another site than the player's that speaks the YouTube protocol without a library.
 */
export interface SmokeHost {
  command(func: string, ...args: unknown[]): Promise<void>;
  /** The values of an event, in order. */
  values(event: string): Promise<unknown[]>;
  /** The latest value of each reported field. */
  info(): Promise<Record<string, unknown>>;
  untilState(state: number): Promise<void>;
  /** Waits until the player reports that playback has moved on. */
  untilPlaying(): Promise<void>;
  /** The player's current diagnosis. */
  diagnose(): Promise<Diagnosis>;
  removeFrame(): Promise<void>;
  close(): Promise<void>;
}

const script = `<script>
  window.reported = [];
  addEventListener('message', ({ source, data }) => {
    if (source !== document.querySelector('iframe')?.contentWindow) return;
    const message = JSON.parse(data);
    if (message.channel === 'widget') reported.push(message);
  });
</script>`;

/** Opens a host page around a path of the player and completes the handshake. */
export async function openSmokeHost(
  driven: DrivenBrowser,
  /** Origin of the player page. */
  origin: string,
  path: string,
  { frame = '', headers = {} }: { frame?: string; headers?: Record<string, string> } = {},
): Promise<SmokeHost> {
  const src = `${origin}${path}`;
  const attributes = `width="640" height="360" allow="autoplay; fullscreen; encrypted-media" ${frame}`;
  const page: HostPage = await serveHostPage(
    `${script}<iframe src="${src}" ${attributes}></iframe>`,
    headers,
  );
  await driven.open(page.url);

  const send = (message: unknown) =>
    driven.inHost((text) => {
      document.querySelector('iframe')?.contentWindow?.postMessage(text, '*');
    }, JSON.stringify(message));
  const reported = () => driven.inHost(() => window.reported, null);

  const host: SmokeHost = {
    command: (func, ...args) => send({ event: 'command', func, args, id: 1, channel: 'widget' }),
    values: async (event) =>
      (await reported()).filter((one) => one.event === event).map(({ info }) => info),
    async info() {
      const deliveries = (await reported()).filter(
        ({ event }) => /Delivery$/.test(event) && event !== 'apiInfoDelivery',
      );
      return Object.assign({}, ...deliveries.map(({ info }) => info));
    },
    untilState: (state) => expect.poll(async () => (await host.info()).playerState).toBe(state),
    async untilPlaying() {
      const from = Number((await host.info()).currentTime ?? 0);
      await expect
        .poll(async () => Number((await host.info()).currentTime))
        .toBeGreaterThan(from + 1);
    },
    async diagnose() {
      const { length } = await host.values('onDiagnose');
      await host.command('diagnose');
      await expect
        .poll(async () => (await host.values('onDiagnose')).length)
        .toBeGreaterThan(length);
      return (await host.values('onDiagnose')).at(-1) as Diagnosis;
    },
    removeFrame: () => driven.inHost(() => document.querySelector('iframe')?.remove(), null),
    close: () => page.close(),
  };
  // Repeat until answered: the page may load before the player listens.
  await expect
    .poll(async () => {
      await send({ event: 'listening', id: 1, channel: 'widget' });
      return (await host.values('onReady')).length;
    })
    .toBeGreaterThan(0);
  await driven.listen();
  return host;
}
