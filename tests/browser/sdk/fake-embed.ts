import { expect } from 'vitest';

/** Where `fakeEmbedPlugin` serves its frames. */
export const fakeHost = `${location.origin}/fake`;

interface Command {
  event: string;
  func?: string;
  args?: unknown[];
  id: number;
}

interface FakeWindow {
  received: Command[];
  send(data: unknown): void;
}

/** The test's control of a frame. */
export interface FakeEmbed {
  /**
   * The page's commands, as `func(args)`: neither `listening`, nor the subscription with which
   * every player watches for refused autoplay.
   */
  commands(): string[];
  listeningCount(): number;
  /** Posts this in the player's session, with more fields. */
  send(event: string, info?: unknown, fields?: object): void;
  /** Posts exactly this. */
  sendRaw(data: unknown): void;
  /** Answers like a ready player. */
  answer(info?: object): void;
}

/** Waits until the frame's document has received `listening`. */
export async function openFakeEmbed(frame: HTMLIFrameElement): Promise<FakeEmbed> {
  const reach = () => frame.contentWindow as unknown as Partial<FakeWindow> | null;
  const received = () => reach()?.received ?? [];
  await expect.poll(() => received().some(({ event }) => event === 'listening')).toBe(true);
  const sendRaw = (data: unknown) => reach()?.send?.(data);
  const send = (event: string, info: unknown = null, fields = {}) =>
    sendRaw({ event, info, id: received()[0]?.id, channel: 'widget', ...fields });
  return {
    commands: () =>
      received()
        .filter(({ event }) => event === 'command')
        .map(
          ({ func, args }) => `${func}(${(args ?? []).map((arg) => JSON.stringify(arg)).join()})`,
        )
        .filter((command) => command !== 'addEventListener("onAutoplayBlocked")'),
    listeningCount: () => received().filter(({ event }) => event === 'listening').length,
    send,
    sendRaw,
    answer(info = {}) {
      send('initialDelivery', { apiInterface: ['playVideo'], playerState: 5, ...info });
      send('onReady');
    },
  };
}

/** Waits until every message posted so far has arrived. */
export function messagesArrived(): Promise<void> {
  return new Promise((resolve) => {
    const marker = `arrived ${Math.random()}`;
    addEventListener('message', function onMessage({ data }) {
      if (data !== marker) return;
      removeEventListener('message', onMessage);
      resolve();
    });
    postMessage(marker, '*');
  });
}
