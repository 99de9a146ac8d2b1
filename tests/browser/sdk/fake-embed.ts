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
  heard: Command[];
  say(data: unknown): void;
}

/** The test's control of a frame. */
export interface FakeEmbed {
  /** Every command except `listening`, as `func(args)`. */
  commands(): string[];
  listeningCount(): number;
  /** Posts this in the player's session, with more fields. */
  say(event: string, info?: unknown, fields?: object): void;
  /** Posts exactly this. */
  sayRaw(data: unknown): void;
  /** Answers like a ready player. */
  answer(info?: object): void;
}

/** Waits until the frame's document has received `listening`. */
export async function openFakeEmbed(frame: HTMLIFrameElement): Promise<FakeEmbed> {
  const reach = () => frame.contentWindow as unknown as Partial<FakeWindow> | null;
  const heard = () => reach()?.heard ?? [];
  await expect.poll(() => heard().some(({ event }) => event === 'listening')).toBe(true);
  const sayRaw = (data: unknown) => reach()?.say?.(data);
  const say = (event: string, info: unknown = null, fields = {}) =>
    sayRaw({ event, info, id: heard()[0]?.id, channel: 'widget', ...fields });
  return {
    commands: () =>
      heard()
        .filter(({ event }) => event === 'command')
        .map(
          ({ func, args }) => `${func}(${(args ?? []).map((arg) => JSON.stringify(arg)).join()})`,
        ),
    listeningCount: () => heard().filter(({ event }) => event === 'listening').length,
    say,
    sayRaw,
    answer(info = {}) {
      say('initialDelivery', { apiInterface: ['playVideo'], playerState: 5, ...info });
      say('onReady');
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
