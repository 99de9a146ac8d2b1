import { idle, openContextMenu, openPanel, pauseAt, play, playFrom } from './player-steps.js';
import { manyWords, rewriteVideo, tenHours } from './rewrite-video.js';

/**
 * States of the player for `npm run screenshots:states`. To show a further state, add it here.
 *
 * @typedef {object} PlayerState
 * @property {string} name of its pictures
 * @property {string} path of the page, from the embed origin
 * @property {(page: import('@playwright/test').Page) => Promise<void>} [prepare] runs before the
 * page opens
 * @property {(page: import('@playwright/test').Page) => Promise<void>} act brings the player into
 * the state
 * @property {(page: import('@playwright/test').Page) => Promise<void>} [keep] runs before each
 * picture; by default it keeps the controls visible
 */

/** @typedef {import('@playwright/test').Page} Page */

const fourLights = '/embed/offstage001';

async function leaveAlone() {}

/** @param {string} selector */
function openedBy(selector) {
  return async (/** @type {Page} */ page) => {
    await pauseAt(page, 20);
    await page.locator(selector).click();
    await page.getByRole('menu').waitFor();
  };
}

/** @param {string} name @param {string} panelName @returns {PlayerState} */
function panel(name, panelName) {
  return {
    name,
    path: fourLights,
    async act(page) {
      await pauseAt(page, 20);
      await openPanel(page, panelName);
    },
  };
}

/** @param {string} name @param {string} selector @returns {PlayerState} */
function focused(name, selector) {
  return {
    name,
    path: fourLights,
    async act(page) {
      await pauseAt(page, 20);
      // The focus ring is only visible after keyboard input.
      await page.keyboard.press('Tab');
    },
    // Some frame sizes do not have this control.
    keep: (page) => page.locator(selector).focus({ timeout: 500 }),
  };
}

/** @type {readonly PlayerState[]} */
export const playerStates = [
  {
    name: 'waiting',
    path: fourLights,
    act: (page) => page.locator('.player:not([data-state=unstarted])').waitFor(),
    keep: leaveAlone,
  },
  { name: 'cued', path: fourLights, act: idle },
  { name: 'playing', path: fourLights, act: (page) => playFrom(page, 20) },
  {
    name: 'playing-hidden',
    path: fourLights,
    async act(page) {
      await playFrom(page, 20);
      await page.mouse.move(4, 4);
      await page.locator('.player[data-controls=hidden]').waitFor();
    },
    keep: leaveAlone,
  },
  { name: 'paused', path: fourLights, act: (page) => pauseAt(page, 20) },
  {
    name: 'buffering',
    path: fourLights,
    async prepare(page) {
      await page.route(/\.(cmfv|cmfa|mp4)$/, () => {});
    },
    async act(page) {
      await idle(page);
      await page.locator('.big-play').click();
      await page.locator('.player[data-state=buffering]').waitFor();
    },
  },
  {
    name: 'ended',
    path: '/embed/offstage002',
    async act(page) {
      await playFrom(page, 1_000);
      await page.locator('.player[data-state=ended]').waitFor();
    },
  },
  {
    name: 'in-a-list',
    path: '/embed/offstage002?list=PLoffstageplaylist',
    act: (page) => pauseAt(page, 20),
  },
  { name: 'live', path: '/embed/offstage004', act: play },
  {
    name: 'live-behind',
    path: '/embed/offstage004',
    async act(page) {
      await play(page);
      const box = await page.locator('.seek').boundingBox();
      if (box !== null) await page.mouse.click(box.x + box.width * 0.2, box.y + box.height / 2);
      await page.locator('.time-behind').waitFor();
    },
  },
  {
    name: 'unavailable',
    path: '/embed/offstage005',
    act: (page) => page.getByRole('alert').waitFor(),
  },
  {
    name: 'not-found',
    path: '/embed/nosuchvideo',
    act: (page) => page.getByRole('alert').waitFor(),
  },
  {
    name: 'not-loaded',
    path: fourLights,
    async prepare(page) {
      await page.route(/\/media\/|hls-engine/, (route) => route.abort());
    },
    async act(page) {
      await idle(page);
      await page.locator('.big-play').click();
      await page.getByRole('alert').waitFor();
    },
  },
  { name: 'settings', path: fourLights, act: openedBy('[data-visual-element=settings_button]') },
  { name: 'chapters', path: fourLights, act: openedBy('.chapter') },
  {
    name: 'seek-preview',
    path: fourLights,
    act: (page) => pauseAt(page, 20),
    async keep(page) {
      const box = await page.locator('.seek').boundingBox();
      if (box === null) return;
      await page.mouse.move(box.x + box.width * 0.6, box.y + box.height / 2);
      await page.locator('.preview').waitFor();
    },
  },
  {
    name: 'volume',
    path: fourLights,
    act: (page) => pauseAt(page, 20),
    keep: (page) => page.locator('[data-visual-element=mute_button]').hover(),
  },
  { name: 'captions', path: `${fourLights}?cc_load_policy=1`, act: (page) => pauseAt(page, 3) },
  panel('share', 'share'),
  panel('transcript', 'transcript'),
  {
    name: 'playlist',
    path: '/embed/offstage002?list=PLoffstageplaylist',
    async act(page) {
      await pauseAt(page, 20);
      await openPanel(page, 'playlist');
    },
  },
  {
    name: 'caption-style',
    path: `${fourLights}?cc_load_policy=1`,
    async act(page) {
      await pauseAt(page, 3);
      await page.locator('[data-visual-element=settings_button]').click();
      await page.locator('[data-visual-element=caption_style_item]').click();
    },
  },
  {
    name: 'context-menu',
    path: fourLights,
    async act(page) {
      await pauseAt(page, 20);
      await openContextMenu(page);
    },
  },
  {
    name: 'statistics',
    path: fourLights,
    async act(page) {
      await playFrom(page, 20);
      await openContextMenu(page);
      await page.locator('[data-visual-element=context_stats]').click();
      await page.locator('.stats-overlay').waitFor();
    },
  },
  {
    name: 'shortcuts',
    path: fourLights,
    async act(page) {
      await pauseAt(page, 20);
      await page.keyboard.press('?');
      await page.getByRole('dialog').waitFor();
    },
  },
  focused('focus-seek', '.seek-input'),
  focused('focus-play', '[data-visual-element=play_button]'),
  focused('focus-chapter', '.chapter'),
  focused('focus-settings', '[data-visual-element=settings_button]'),
  {
    name: 'much-text',
    path: fourLights,
    prepare: (page) => rewriteVideo(page, manyWords),
    act: (page) => pauseAt(page, 20),
  },
  {
    name: 'ten-hours',
    path: '/embed/offstage002',
    prepare: (page) => rewriteVideo(page, tenHours),
    act: idle,
  },
];
