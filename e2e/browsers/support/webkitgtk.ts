import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Builder, By } from 'selenium-webdriver';
import { findFreePort } from 'selenium-webdriver/net/portprober.js';
import { DriverService } from 'selenium-webdriver/remote/index.js';
import type { DrivenBrowser } from './driven-browser.ts';

/**
 * WebKitGTK's MiniBrowser with its WebDriver, on a virtual screen.
 * @param binary of MiniBrowser
 */
export async function startWebKitGtk(driverPath: string, binary: string): Promise<DrivenBrowser> {
  const screen = await startScreen();
  const port = await findFreePort();
  const service = new DriverService.Builder(driverPath)
    .setLoopback(true)
    .setPort(port)
    .addArguments(`--port=${port}`)
    .setEnvironment({
      ...process.env,
      DISPLAY: screen.display,
      LANG: 'C.UTF-8',
      LANGUAGE: 'en_US:en',
    })
    .build();
  const driver = await new Builder()
    .usingServer(await service.start())
    .withCapabilities({
      browserName: 'MiniBrowser',
      'webkitgtk:browserOptions': {
        binary,
        args: ['--automation'],
      },
    })
    .build();

  async function inFrame<Value>(work: () => Promise<Value>): Promise<Value> {
    await driver.switchTo().frame(0);
    const value = await work();
    await driver.switchTo().defaultContent();
    return value;
  }

  const evaluate = <Value>(run: unknown, argument: unknown) =>
    driver.executeScript<Value>(`return (${run})(arguments[0])`, argument);

  return {
    open: (url) => driver.get(url),
    inHost: evaluate,
    inPlayer: (run, argument) => inFrame(() => evaluate(run, argument)),
    press: (key) => driver.actions().sendKeys(key).perform(),
    async listen() {
      await inFrame(() => evaluate(keepNoise, null));
    },
    async noise() {
      const shown = await evaluate<string[]>(takeNoise, null);
      const frames = await driver.findElements(By.css('iframe'));
      return frames.length === 0
        ? shown
        : [...shown, ...(await inFrame(() => evaluate<string[]>(takeNoise, null)))];
    },
    async close() {
      await driver.quit();
      await service.kill();
      await screen.close();
    },
  };
}

declare global {
  interface Window {
    noise?: string[];
  }
}

/** Its driver does not report the console, so the page keeps what its own scripts write there. */
function keepNoise(): void {
  const noise: string[] = [];
  window.noise = noise;
  for (const level of ['error', 'warn'] as const)
    console[level] = (...shown: unknown[]) => void noise.push(`${level}: ${shown.join(' ')}`);
  addEventListener('error', ({ message }) => noise.push(`uncaught: ${message}`));
  addEventListener('unhandledrejection', ({ reason }) => noise.push(`uncaught: ${reason}`));
  addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
    noise.push(`refused: ${violatedDirective} ${blockedURI}`),
  );
}

function takeNoise(): string[] {
  return window.noise?.splice(0) ?? [];
}

/** An X server that picks a free display number and writes it to the given descriptor. */
async function startScreen(): Promise<{ display: string; close(): Promise<void> }> {
  const args = ['-displayfd', '3', '-screen', '0', '1280x800x24', '-nolisten', 'tcp'];
  const server = spawn('Xvfb', args, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] });
  const [display] = await once(server.stdio[3] as NodeJS.ReadableStream, 'data');
  return {
    display: `:${String(display).trim()}`,
    async close() {
      server.kill();
      await once(server, 'exit');
    },
  };
}
