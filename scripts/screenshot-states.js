import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { writeContactSheet } from './lib/contact-sheet.js';
import { ensureChromium } from './lib/ensure-browser.js';
import { fail } from './lib/fail.js';
import { playerStates, stir } from './lib/player-states.js';
import { node, root } from './lib/project.js';
import { setUp } from './lib/set-up.js';

// npm run screenshots:states [names …]: pictures of every state of the player, or of those named, into test-results/screenshots/.
await setUp().catch(fail);
const executablePath = (await ensureChromium().catch(fail)) ?? undefined;
const { chromium } = await import('@playwright/test');

/**
 * How each state is looked at. Frames of a look are one sheet.
 * @typedef {object} Look
 * @property {string} name
 * @property {'dark' | 'light'} theme
 * @property {readonly (readonly [number, number])[]} frames width and height
 * @property {boolean} [isRightToLeft]
 * @property {boolean} [hasForcedColors]
 */
const frames = /** @type {const} */ ([
  [1280, 720],
  [640, 360],
  [320, 180],
]);
/** @type {readonly Look[]} */
const mouseLooks = [
  { name: 'dark', theme: 'dark', frames },
  { name: 'light', theme: 'light', frames },
  { name: 'right-to-left', theme: 'dark', frames, isRightToLeft: true },
  { name: 'forced-colors', theme: 'dark', frames: [[640, 360]], hasForcedColors: true },
  {
    name: 'odd-frames',
    theme: 'dark',
    frames: [
      [200, 113],
      [640, 120],
      [300, 530],
    ],
  },
];
/** @type {readonly Look[]} */
const touchLooks = [
  {
    name: 'touch',
    theme: 'dark',
    frames: [
      [390, 690],
      [390, 220],
    ],
  },
];

const wanted = process.argv.slice(2);
const states = playerStates.filter(({ name }) => wanted.length === 0 || wanted.includes(name));
const folder = path.join(root, 'test-results/screenshots');
mkdirSync(folder, { recursive: true });

const dataDir = mkdtempSync(path.join(tmpdir(), 'offstage-screenshots-'));
const args = ['server/main.ts', '--port', '0', '--demo-port', '0', '--data', dataDir];
const server = spawn(node, args, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] });
let addresses = '';
for await (const chunk of server.stdout) {
  addresses += chunk;
  if (addresses.includes('Media')) break;
}
const origin = /Embed\s+(http:\/\/localhost:\d+)/.exec(addresses)?.[1] ?? '';
const browser = await chromium.launch({
  executablePath,
  args: ['--no-sandbox', '--disable-background-networking'],
});

/** @type {Map<string, { name: string, image: Buffer, width: number }[]>} */
const sheets = new Map();

/** @param {import('./lib/player-states.js').PlayerState} state @param {readonly Look[]} looks @param {boolean} hasTouch */
async function takePictures(state, looks, hasTouch) {
  // Wide enough that every control is there to be used.
  const context = await browser.newContext({
    viewport: { width: 900, height: 500 },
    hasTouch,
    locale: 'en-GB',
  });
  const page = await context.newPage();
  try {
    await state.prepare?.(page);
    await page.goto(origin + state.path);
    await state.act(page);
    for (const look of looks) {
      await page.emulateMedia({ forcedColors: look.hasForcedColors ? 'active' : 'none' });
      await page.evaluate(({ theme, isRightToLeft }) => {
        document.documentElement.dataset.theme = theme;
        document.documentElement.dir = isRightToLeft ? 'rtl' : 'ltr';
      }, look);
      for (const [width, height] of look.frames) await takePicture(page, state, look, width, height);
    }
  } catch (error) {
    console.error(`${state.name}: ${error instanceof Error ? error.message : error}`);
    process.exitCode = 1;
  } finally {
    await context.close();
  }
}

/**
 * @param {import('@playwright/test').Page} page
 * @param {import('./lib/player-states.js').PlayerState} state
 * @param {Look} look
 * @param {number} width
 * @param {number} height
 */
async function takePicture(page, state, look, width, height) {
  await page.setViewportSize({ width, height });
  await (state.keep ?? stir)(page).catch(() => undefined);
  const name = `${state.name}-${look.name}-${width}x${height}`;
  const image = await page.screenshot({ path: path.join(folder, `${name}.png`), animations: 'disabled' });
  const sheet = `${look.name}-${width}x${height}`;
  sheets.set(sheet, [...(sheets.get(sheet) ?? []), { name: state.name, image, width }]);
}

for (const state of states) {
  await takePictures(state, mouseLooks, false);
  await takePictures(state, touchLooks, true);
}
for (const [name, pictures] of sheets)
  await writeContactSheet(browser, pictures, path.join(folder, `sheet-${name}.png`));
await browser.close();
server.kill();
rmSync(dataDir, { recursive: true, force: true });
console.log(`${states.length} states, one sheet for each look, in ${path.relative(root, folder)}/`);
