import {
  type BrowserContextOptions,
  chromium,
  type Fixtures,
  type LaunchOptions,
  type PlaywrightTestArgs,
  type PlaywrightTestOptions,
  type PlaywrightWorkerArgs,
  type PlaywrightWorkerOptions,
} from '@playwright/test';
import { ignoreRestingMouse } from './ignore-resting-mouse.ts';

type OwnBrowser = Fixtures<
  object,
  object,
  PlaywrightTestArgs & PlaywrightTestOptions,
  PlaywrightWorkerArgs & PlaywrightWorkerOptions
>;

/**
 * For tests whose browser needs its own launch options: each test has its own browser. Other
 * options for the worker's browser would require another worker with new servers for each file.
 */
export function ownBrowser(
  change: (options: LaunchOptions) => LaunchOptions,
  contextOptions: BrowserContextOptions = {},
): OwnBrowser {
  return {
    context: async ({ launchOptions }, use) => {
      const browser = await chromium.launch(change(launchOptions));
      const context = await browser.newContext(contextOptions);
      await ignoreRestingMouse(context);
      await use(context);
      await browser.close();
    },
    // Not the worker's (`shared-context.ts`).
    page: async ({ context }, use) => use(await context.newPage()),
  };
}

/** @returns a function that adds these arguments to launch options */
export function withArguments(...args: string[]): (options: LaunchOptions) => LaunchOptions {
  return (options) => ({ ...options, args: [...(options.args ?? []), ...args] });
}
