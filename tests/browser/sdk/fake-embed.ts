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

/** The test's hand inside a frame. */
export interface FakeEmbed {
  /** Everything but `listening`, as `func(args)`. */
  commands(): string[];
  listeningCount(): number;
  /** Says this in the player's session. */
  say(event: string, info?: unknown): void;
  /** Says exactly this. */
  sayRaw(data: unknown): void;
  /** Answers as a player does that is ready. */
  answer(info?: object): void;
}

/** Waits until the frame's document has been told `listening`. */
export async function openFakeEmbed(frame: HTMLIFrameElement): Promise<FakeEmbed> {
  const reach = () => frame.contentWindow as unknown as Partial<FakeWindow> | null;
  const heard = () => reach()?.heard ?? [];
  await expect.poll(() => heard().some(({ event }) => event === 'listening')).toBe(true);
  const sayRaw = (data: unknown) => reach()?.say?.(data);
  const say = (event: string, info: unknown = null) =>
    sayRaw({ event, info, id: heard()[0]?.id, channel: 'widget' });
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

/** Lets every message that was posted so far arrive. */
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
