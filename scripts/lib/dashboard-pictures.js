import path from 'node:path';
import { startPictureServer } from './picture-server.js';

/**
 * States of the dashboard for pictures. To show a further state, add it here.
 * @typedef {object} DashboardState
 * @property {string} name of its pictures
 * @property {string} path from the demo origin
 * @property {boolean} [isFilled] whether the store has example data
 * @property {readonly string[]} [options] of the server
 * @property {(page: import('@playwright/test').Page) => Promise<void>} act waits for the content,
 * and opens folded panels
 */

/** @param {import('@playwright/test').Page} page */
const shown = (page) => page.locator('.status[data-status=ready]').waitFor();

/** @type {readonly DashboardState[]} */
export const dashboardStates = [
  { name: 'dashboard-empty', path: '/telemetry/', act: shown },
  { name: 'dashboard-filled', path: '/telemetry/', isFilled: true, act: shown },
  {
    name: 'dashboard-one-video',
    path: '/telemetry/?range=7d&video=offstage003',
    isFilled: true,
    act: shown,
  },
  {
    name: 'dashboard-dimensions',
    path: '/telemetry/?dimension.plan=free',
    isFilled: true,
    // The store has the values of these.
    options: ['--dimension', 'section', '--dimension', 'plan'],
    act: shown,
  },
  { name: 'dashboard-nothing-found', path: '/telemetry/?video=none', isFilled: true, act: shown },
  {
    name: 'dashboard-unfolded',
    path: '/telemetry/',
    isFilled: true,
    async act(page) {
      await shown(page);
      for (const summary of await page.locator('summary').all()) await summary.click();
      await page.locator('pre').first().waitFor();
      await page.evaluate(() => window.scrollTo(0, 0));
    },
  },
  { name: 'dashboard-audience', path: '/telemetry/?page=audience', isFilled: true, act: shown },
  {
    name: 'dashboard-audience-one-video',
    path: '/telemetry/?page=audience&video=offstage003',
    isFilled: true,
    act: shown,
  },
  { name: 'dashboard-audience-empty', path: '/telemetry/?page=audience', act: shown },
  { name: 'dashboard-cost', path: '/telemetry/?page=cost', isFilled: true, act: shown },
  {
    name: 'dashboard-experiments',
    path: '/telemetry/?page=experiments',
    isFilled: true,
    // The store has the beginning of this one.
    options: ['--experiment', 'fast_start=40%'],
    act: shown,
  },
  {
    name: 'dashboard-arm',
    path: '/telemetry/?range=7d&experiment=fast_start&arm=treatment',
    isFilled: true,
    act: shown,
  },
  { name: 'dashboard-experiments-empty', path: '/telemetry/?page=experiments', act: shown },
  { name: 'dashboard-no-webhooks', path: '/telemetry/?page=webhooks', act: shown },
  { name: 'dashboard-cost-empty', path: '/telemetry/?page=cost', act: shown },
  {
    name: 'dashboard-sign-in',
    path: '/telemetry/',
    options: ['--token', 'secret'],
    act: (page) => page.locator('form').waitFor(),
  },
];

const widths = /** @type {const} */ ([1440, 820, 390]);

/**
 * Takes a full-page picture of each state, in both themes, at each width.
 * @param {import('@playwright/test').Browser} browser
 * @param {readonly DashboardState[]} states
 * @param {string} folder
 */
export async function takeDashboardPictures(browser, states, folder) {
  for (const { name, path: address, isFilled, options, act } of states) {
    const server = await startPictureServer({ isFilled, options });
    try {
      for (const width of widths)
        for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
          const page = await browser.newPage({
            viewport: { width, height: 900 },
            colorScheme,
            locale: 'en-GB',
          });
          await page.goto(server.demo + address);
          await act(page);
          await page.screenshot({
            path: path.join(folder, `${name}-${colorScheme}-${width}.png`),
            animations: 'disabled',
            fullPage: true,
          });
          await page.close();
        }
    } finally {
      server.stop();
    }
  }
}
