import { accessSync, constants } from 'node:fs';
import path from 'node:path';
import { run } from './run.js';

/**
 * A browser of the machine.
 * @typedef {{ label: string, variable: string, names: readonly string[], debianPackage: string }} SystemBrowser
 */

/** @type {SystemBrowser} */
const chromium = {
  label: 'Chromium',
  variable: 'CHROMIUM_PATH',
  names: ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'],
  debianPackage: 'chromium',
};

/** @type {SystemBrowser} */
const firefox = {
  label: 'Firefox',
  variable: 'FIREFOX_PATH',
  names: ['firefox-esr', 'firefox'],
  debianPackage: 'firefox-esr',
};

/**
 * A Chromium for the tests: CHROMIUM_PATH, the system's, else Debian's package where root may install it, else Playwright's.
 * @returns {Promise<string | null>} its path; `null` for Playwright's own, which Playwright finds by itself
 * @throws an Error with one sentence when there is none to be had
 */
export async function ensureChromium() {
  const found = await ensureSystemBrowser(chromium);
  if (found !== null) return found;
  console.error('Fetching a Chromium of Playwright’s (once) …');
  if ((await run('playwright', ['install', 'chromium'], { quiet: true })) === 0) return null;
  throw new Error('The tests need Chromium: install it, or set CHROMIUM_PATH to where it is.');
}

/**
 * A Firefox as its makers ship it: FIREFOX_PATH, the system's, else Debian's package where root may install it.
 * @returns {Promise<string>} its path
 * @throws an Error with one sentence when there is none to be had
 */
export async function ensureFirefox() {
  const found = await ensureSystemBrowser(firefox);
  if (found !== null) return found;
  throw new Error('These tests need Firefox: install it, or set FIREFOX_PATH to where it is.');
}

/** @param {SystemBrowser} browser */
async function ensureSystemBrowser(browser) {
  const found = findBrowser(browser);
  if (found !== null) return found;
  if (process.getuid?.() !== 0 || findOnPath('apt-get') === null) return null;
  console.error(`Installing ${browser.label} (once) …`);
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  const updated = await run('apt-get', ['update'], { quiet: true, env });
  const install = ['install', '-y', '--no-install-recommends', browser.debianPackage];
  if (updated !== 0 || (await run('apt-get', install, { quiet: true, env })) !== 0) return null;
  return findBrowser(browser);
}

/** @param {SystemBrowser} browser */
function findBrowser({ variable, names }) {
  const given = process.env[variable];
  if (given) return given;
  for (const name of names) {
    const found = findOnPath(name);
    if (found !== null) return found;
  }
  return null;
}

/** @param {string} name */
function findOnPath(name) {
  for (const directory of (process.env.PATH ?? '').split(path.delimiter)) {
    const candidate = path.join(directory, name);
    try {
      accessSync(candidate, constants.X_OK);
      return candidate;
    } catch {
      // Not here: the next directory.
    }
  }
  return null;
}
