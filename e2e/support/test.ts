import { type ConsoleMessage, expect, type WebError } from '@playwright/test';
import { ignoreRestingMouse } from './ignore-resting-mouse.ts';
import type { Server } from './server-process.ts';
import { test as base } from './worker.ts';

export interface Fixtures {
  /** Arguments for the test's server. */
  serverArgs: readonly string[];
  server: Server;
  /** Console messages that a test causes on purpose; any other message fails it. */
  expectedNoise: RegExp | null;
  cleanConsole: undefined;
}

/** From RxPlayer's worker when a loading video is replaced: it may still query its buffers. */
const noiseOfOthers = /RxPlayer: EventEmitter error InvalidStateError: .*attachment is closing/;

/**
 * Each test has its own server and browser context; `shared-context.ts` and `stage.ts` are for
 * tests that need less. All must leave the console clean.
 */
export const test = base.extend<Fixtures>({
  context: async ({ context }, use) => {
    await ignoreRestingMouse(context);
    await use(context);
  },
  serverArgs: [[], { option: true }],
  server: async ({ servers, serverArgs }, use) => {
    const server = await servers.start(serverArgs);
    await use(server);
    await server.dispose();
  },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright parses this pattern
  expectedNoise: async ({}, use) => use(null),
  cleanConsole: [
    // The server stays up until the console has been checked, so that errors about its end do not
    // count as the page's.
    async ({ context, expectedNoise, server: _ }, use) => {
      const noise: string[] = [];
      const onMessage = (message: ConsoleMessage) => {
        if (['error', 'warning'].includes(message.type()))
          noise.push(`${message.type()}: ${message.text()}`);
      };
      const onError = (error: WebError) => noise.push(`uncaught: ${error.error().message}`);
      context.on('console', onMessage);
      context.on('weberror', onError);
      await use(undefined);
      context.off('console', onMessage);
      context.off('weberror', onError);
      const unexpected = noise.filter(
        (line) => !noiseOfOthers.test(line) && !expectedNoise?.test(line),
      );
      expect(unexpected).toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };
