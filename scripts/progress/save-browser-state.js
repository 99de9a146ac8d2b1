import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { openRequestsName } from './open-requests.js';

/** A page that hangs does not answer, but its other pages still do. */
const answerMs = 3_000;

/**
 * Writes the state of a stalled suite's browser: `browser.json` (pages, frames, workers, targets,
 * unanswered requests) and a screenshot of each page.
 * @param {import('vitest/node').Vitest} vitest
 * @param {string} stallDir
 * @returns {Promise<void>}
 */
export async function saveBrowserState(vitest, stallDir) {
  mkdirSync(stallDir, { recursive: true });
  const states = [];
  for (const { browser } of vitest.projects) {
    if (!browser) continue;
    const openRequests = browser.vite.config.plugins.find(
      ({ name }) => name === openRequestsName,
    )?.api;
    const pages = /** @type {{ pages?: Map<string, import('playwright').Page> }} */ (
      browser.provider
    ).pages;
    states.push({
      requests: openRequests?.read() ?? null,
      pages: await Promise.all(
        [...(pages?.values() ?? [])].map((page) => readPage(page, stallDir)),
      ),
    });
  }
  writeFileSync(path.join(stallDir, 'browser.json'), `${JSON.stringify(states, null, 2)}\n`);
}

/**
 * @param {import('playwright').Page} page
 * @param {string} stallDir
 */
async function readPage(page, stallDir) {
  const screenshot = path.join(stallDir, 'page.png');
  return {
    url: page.url(),
    workers: page.workers().map((worker) => worker.url()),
    frames: await Promise.all(
      page.frames().map(async (frame) => ({
        url: frame.url(),
        readyState: await answerOf(frame.evaluate('document.readyState')),
        lastResources: await answerOf(
          frame.evaluate(
            'performance.getEntriesByType("resource").slice(-5).map((entry) => entry.name)',
          ),
        ),
      })),
    ),
    targets: await answerOf(readTargets(page)),
    screenshot: await answerOf(
      page.screenshot({ path: screenshot, timeout: answerMs }).then(() => screenshot),
    ),
  };
}

/** @param {import('playwright').Page} page */
async function readTargets(page) {
  const session = await page.context().newCDPSession(page);
  const { targetInfos } = await session.send('Target.getTargets');
  return targetInfos.map(({ type, url, attached }) => ({ type, url, attached }));
}

/**
 * @template T
 * @param {Promise<T>} answer
 * @returns {Promise<T | string>} the answer, or why there is none
 */
function answerOf(answer) {
  /** @type {Promise<string>} */
  const late = new Promise((resolve) => {
    setTimeout(() => resolve(`no answer in ${answerMs} ms`), answerMs);
  });
  return Promise.race([answer, late]).catch((error) => String(error));
}
