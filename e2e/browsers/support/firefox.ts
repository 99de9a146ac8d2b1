import type { BrowserType, ConsoleMessage, WebError } from '@playwright/test';
import type { DrivenBrowser } from './driven-browser.ts';

/** An unmodified release of Firefox, driven by WebDriver BiDi. */
export async function startFirefox(
  type: BrowserType,
  options: Parameters<BrowserType['launch']>[0],
): Promise<DrivenBrowser> {
  const browser = await type.launch(options);
  const page = await browser.newPage();
  let noise: string[] = [];
  page.context().on('console', (message: ConsoleMessage) => {
    if (['error', 'warning'].includes(message.type()))
      noise.push(`${message.type()}: ${message.text()}`);
  });
  page
    .context()
    .on('weberror', (error: WebError) => void noise.push(`uncaught: ${error.error().message}`));

  function player() {
    const frame = page.frames()[1];
    if (frame === undefined) throw new Error('The page has no frame.');
    return frame;
  }

  return {
    open: async (url) => void (await page.goto(url)),
    inHost: (run, argument) => page.evaluate(`(${run})(${JSON.stringify(argument)})`),
    inPlayer: (run, argument) => player().evaluate(`(${run})(${JSON.stringify(argument)})`),
    press: (key) => page.keyboard.press(key),
    async listen() {},
    async noise() {
      const shown = noise;
      noise = [];
      return shown;
    },
    close: () => browser.close(),
  };
}
