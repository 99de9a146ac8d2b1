import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { writeContactSheet } from './lib/contact-sheet.js';
import { dashboardStates, takeDashboardPictures } from './lib/dashboard-pictures.js';
import { ensureChromium } from './lib/ensure-browser.js';
import { fail } from './lib/fail.js';
import { startPictureServer } from './lib/picture-server.js';
import { playerStates } from './lib/player-states.js';
import { stir } from './lib/player-steps.js';
import { root } from './lib/project.js';
import { setUp } from './lib/set-up.js';

// npm run screenshots:states [names …]: takes pictures of all states of the player and the
// dashboard, or of the named ones, into test-results/screenshots/.
await setUp().catch(fail);
const { CHROMIUM_PATH: executablePath } = await ensureChromium().catch(fail);
const { chromium } = await import('@playwright/test');

/**
 * A way to show each state. All frames of a look are on one sheet.
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
/** @param {{ name: string }} state */
const isWanted = ({ name }) => wanted.length === 0 || wanted.includes(name);
const states = playerStates.filter(isWanted);
const dashboards = dashboardStates.filter(isWanted);
const folder = path.join(root, 'test-results/screenshots');
mkdirSync(folder, { recursive: true });

const server = await startPictureServer();
const browser = await chromium.launch({
  executablePath,
  args: ['--no-sandbox', '--disable-background-networking'],
});

/** @type {Map<string, { name: string, image: Buffer, width: number }[]>} */
const sheets = new Map();

/**
 * @param {import('./lib/player-states.js').PlayerState} state
 * @param {readonly Look[]} looks
 * @param {boolean} hasTouch
 */
async function takePictures(state, looks, hasTouch) {
  // Wide enough that every control is available.
  const context = await browser.newContext({
    viewport: { width: 900, height: 500 },
    hasTouch,
    locale: 'en-GB',
  });
  const page = await context.newPage();
  try {
    await state.prepare?.(page);
    await page.goto(server.embed + state.path);
    await state.act(page);
    for (const look of looks) {
      await page.emulateMedia({ forcedColors: look.hasForcedColors ? 'active' : 'none' });
      await page.evaluate(({ theme, isRightToLeft }) => {
        document.documentElement.dataset.theme = theme;
        document.documentElement.dir = isRightToLeft ? 'rtl' : 'ltr';
      }, look);
      for (const [width, height] of look.frames)
        await takePicture(page, state, look, width, height);
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
  const image = await page.screenshot({
    path: path.join(folder, `${name}.png`),
    animations: 'disabled',
  });
  const sheet = `${look.name}-${width}x${height}`;
  sheets.set(sheet, [...(sheets.get(sheet) ?? []), { name: state.name, image, width }]);
}

for (const state of states) {
  await takePictures(state, mouseLooks, false);
  await takePictures(state, touchLooks, true);
}
for (const [name, pictures] of sheets)
  await writeContactSheet(browser, pictures, path.join(folder, `sheet-${name}.png`));
server.stop();
await takeDashboardPictures(browser, dashboards, folder);
await browser.close();
console.log(
  `${states.length} states of the player, one sheet for each look, and ${dashboards.length} of the dashboard, in ${path.relative(root, folder)}/`,
);
