import path from 'node:path';
import { ensureChromium } from './lib/ensure-browser.js';
import { fail } from './lib/fail.js';
import { startPictureServer } from './lib/picture-server.js';
import { root } from './lib/project.js';
import { setUp } from './lib/set-up.js';

// npm run screenshots: takes the README's pictures from a running server.
await setUp().catch(fail);
const { CHROMIUM_PATH: executablePath } = await ensureChromium().catch(fail);
const { chromium } = await import('@playwright/test');

const server = await startPictureServer({ isFilled: true });
const browser = await chromium.launch({
  executablePath,
  args: ['--no-sandbox', '--disable-background-networking'],
});
// Tall enough that nothing must be scrolled into view; the picture shows only the top.
const page = await browser.newPage({
  viewport: { width: 1280, height: 1800 },
  colorScheme: 'dark',
});
await page.goto(`${server.demo}/`);
const player = page.frameLocator('iframe');
// A player that accepts commands also reacts to the pointer.
await page.locator('.messages li', { hasText: 'onReady' }).waitFor();
await player.locator('.player').hover();
await player.locator('.bar').waitFor();
await page.getByLabel('Seek to').fill('30');
await page.getByRole('button', { name: 'Seek', exact: true }).click();
// By then the events of the start have arrived, and the sail is in the picture.
await page.locator('.events li', { hasText: 'quality_change' }).waitFor();
await player.locator('.video').hover();
await player.getByRole('button', { name: 'Settings' }).hover();
await page.screenshot({
  path: path.join(root, 'docs/images/demo.jpg'),
  type: 'jpeg',
  quality: 82,
  animations: 'disabled',
  clip: { x: 0, y: 0, width: 1280, height: 1060 },
});

await page.goto(`${server.demo}/telemetry/`);
await page.locator('.status[data-status=ready]').waitFor();
await page.screenshot({
  path: path.join(root, 'docs/images/dashboard.jpg'),
  type: 'jpeg',
  quality: 82,
  animations: 'disabled',
  clip: { x: 0, y: 0, width: 1280, height: 1060 },
});
await browser.close();
server.stop();
