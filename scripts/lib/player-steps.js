/**
 * Steps that bring the player into a state, for `player-states.js`.
 * @typedef {import('@playwright/test').Page} Page
 */

/** @param {Page} page */
export async function idle(page) {
  // The controls load after a pointer move, which the player ignores while it is `unstarted`.
  await page.locator('.player:not([data-state=unstarted])').waitFor();
  await stir(page);
  await page.locator('.bar').waitFor();
}

/** @param {Page} page */
export async function play(page) {
  await idle(page);
  await page.locator('.big-play').click();
  await page.locator('.player[data-state=playing]').waitFor();
}

/** @param {Page} page @param {number} seconds */
async function seek(page, seconds) {
  await page.evaluate((time) => {
    const video = document.querySelector('video');
    if (video !== null) video.currentTime = time;
  }, seconds);
  await page.locator('.player:not([data-seeking])').waitFor();
}

/** @param {Page} page @param {number} seconds */
export async function playFrom(page, seconds) {
  await play(page);
  await seek(page, seconds);
}

/** @param {Page} page @param {number} seconds */
export async function pauseAt(page, seconds) {
  await playFrom(page, seconds);
  await page.evaluate(() => document.querySelector('video')?.pause());
  await page.locator('.player[data-state=paused]').waitFor();
}

/**
 * Moves the pointer over the picture, where no control is.
 * @param {Page} page
 */
export async function stir(page) {
  const size = page.viewportSize() ?? { width: 0, height: 0 };
  await page.mouse.move(size.width / 2, size.height * 0.35);
  await page.mouse.move(size.width / 2 + 1, size.height * 0.35);
}

/**
 * In small frames, a panel's button is only in the settings.
 * @param {Page} page
 * @param {string} name
 */
export async function openPanel(page, name) {
  const button = page.locator(`[data-visual-element=${name}_button]`);
  if (await button.isVisible()) await button.click();
  else {
    await page.locator('[data-visual-element=settings_button]').click();
    await page.locator(`[data-visual-element=${name}_item]`).click();
  }
  await page.getByRole('dialog').waitFor();
}

/** @param {Page} page */
export async function openContextMenu(page) {
  await page.locator('.video').click({ button: 'right', position: { x: 30, y: 30 } });
  await page.getByRole('menu').waitFor();
}
