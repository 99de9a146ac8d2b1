import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { chromium } from '@playwright/test';
import { connectDevTools, type DevTools } from './devtools.ts';

export interface LaunchedChromium {
  devTools: DevTools;
  /** `Chrome/…`. */
  version: string;
  close(): Promise<void>;
}

const switches = [
  '--headless=new',
  '--remote-debugging-port=0',
  '--no-sandbox',
  '--no-first-run',
  '--site-per-process',
  '--mute-audio',
  '--hide-scrollbars',
  '--window-size=800,600',
  // Disables the browser's own background work.
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-default-apps',
  '--disable-extensions',
  '--disable-field-trial-config',
  '--disable-sync',
  '--metrics-recording-only',
  '--password-store=basic',
  // A headless browser has no pointer: like Playwright, gives it a mouse.
  '--blink-settings=primaryHoverType=2,availableHoverTypes=2,primaryPointerType=4,availablePointerTypes=4',
  // Refuses requests to other hosts at once, so that results do not depend on the network.
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1',
];

/**
 * Launches a Chromium without Playwright. Frames on other sites may store data, as in viewers'
 * browsers.
 */
export async function launchChromium(): Promise<LaunchedChromium> {
  const profile = mkdtempSync(join(tmpdir(), 'offstage-bench-'));
  mkdirSync(join(profile, 'Default'));
  const preferences = { profile: { block_third_party_cookies: false, cookie_controls_mode: 0 } };
  writeFileSync(join(profile, 'Default/Preferences'), JSON.stringify(preferences));
  const program = process.env.CHROMIUM_PATH || chromium.executablePath();
  const child = spawn(program, [...switches, `--user-data-dir=${profile}`, 'about:blank'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const url = await findDevTools(child.stderr);
  // Discards all further output.
  child.stderr.resume();
  const devTools = await connectDevTools(url);
  const { product } = await devTools.browser.send('Browser.getVersion');
  return {
    devTools,
    version: product.replace(/^\D*/, ''),
    async close() {
      const ended = once(child, 'exit');
      await devTools.browser.send('Browser.close').catch(() => child.kill('SIGKILL'));
      await ended;
      devTools.close();
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** The browser prints the port that it chose. */
async function findDevTools(stderr: NodeJS.ReadableStream): Promise<string> {
  let shown = '';
  for await (const line of createInterface(stderr)) {
    const [, url] = /^DevTools listening on (ws:.*)$/.exec(line) ?? [];
    if (url !== undefined) return url;
    shown += `${line}\n`;
  }
  throw new Error(`Chromium did not start: ${shown}`);
}
