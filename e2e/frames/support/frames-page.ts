import type { Page } from '@playwright/test';
import type { Diagnosis } from '../../../src/diagnosis/diagnose.ts';

declare global {
  interface Window {
    /** Messages from each frame, by its index. */
    receivedFrom: { event: string; info: unknown }[][];
  }
}

/** Greets repeatedly until the player answers, as clients do. */
export const handshakeScript = `<script>
  const frames = Array.from(document.querySelectorAll('iframe'));
  const say = (index, message) =>
    frames[index].contentWindow.postMessage(JSON.stringify({ id: index, channel: 'widget', ...message }), '*');
  window.command = (index, func, ...args) => say(index, { event: 'command', func, args });
  window.receivedFrom = frames.map(() => []);
  addEventListener('message', ({ source, data }) => {
    const index = frames.findIndex((frame) => frame.contentWindow === source);
    if (index >= 0 && JSON.parse(data).channel === 'widget') receivedFrom[index].push(JSON.parse(data));
  });
  frames.forEach((frame, index) => {
    const timer = setInterval(() => {
      if (receivedFrom[index].length > 0) clearInterval(timer);
      else say(index, { event: 'listening' });
    }, 250);
  });
</script>`;

/** One of a host page's players, as the host sees it. */
export interface FramedPlayer {
  command(func: string, ...args: unknown[]): Promise<void>;
  /** The latest value of each reported field. */
  info(): Promise<Record<string, unknown>>;
  /** The values of an event, in order. */
  values(event: string): Promise<unknown[]>;
  /** Sends a command and waits for its answer. */
  diagnose(): Promise<Diagnosis>;
}

export function framedPlayer(page: Page, index: number): FramedPlayer {
  const reported = () => page.evaluate((which) => window.receivedFrom[which] ?? [], index);
  const values = async (event: string) =>
    (await reported()).filter((message) => message.event === event).map(({ info }) => info);
  const command: FramedPlayer['command'] = (func, ...args) =>
    page.evaluate(
      ([which, ...call]) => Reflect.get(window, 'command')(which, ...call),
      [index, func, ...args],
    );
  return {
    command,
    values,
    async info() {
      const parts = (await reported()).filter(({ event }) =>
        /^(info|initial)Delivery$/.test(event),
      );
      return Object.assign({}, ...parts.map(({ info }) => info));
    },
    async diagnose() {
      const before = (await values('onDiagnose')).length;
      await command('diagnose');
      await page.waitForFunction(
        ([which, count]) =>
          (window.receivedFrom[which] ?? []).filter(({ event }) => event === 'onDiagnose').length >
          count,
        [index, before] as const,
      );
      return (await values('onDiagnose')).at(-1) as Diagnosis;
    },
  };
}
