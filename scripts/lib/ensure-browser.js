import { ensureProgram, findProgram, installPackages } from './ensure-program.js';
import { findWebKitGtk, webKitGtkPackages } from './find-webkitgtk.js';
import { capture } from './run.js';

/** @type {import('./ensure-program.js').SystemProgram} */
const chromium = {
  label: 'Chromium',
  variable: 'CHROMIUM_PATH',
  names: ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'],
  debianPackages: ['chromium'],
};

/** @type {import('./ensure-program.js').SystemProgram} */
const firefox = {
  label: 'Firefox',
  variable: 'FIREFOX_PATH',
  names: ['firefox-esr', 'firefox'],
  debianPackages: ['firefox-esr'],
};

/**
 * The same Chromium without windows, menus and profiles. Blink, V8, media and network are the same, and a test takes a quarter less
 * computing time.
 * @type {import('./ensure-program.js').SystemProgram}
 */
const chromiumShell = {
  label: 'Chromium’s headless shell',
  variable: 'CHROMIUM_SHELL_PATH',
  names: ['chromium-headless-shell'],
  debianPackages: ['chromium-headless-shell'],
};

/**
 * A Chromium as viewers have it: CHROMIUM_PATH, the system's, else Debian's package where root may install it, else Playwright's.
 * @returns {Promise<Record<string, string>>} CHROMIUM_PATH; nothing for Playwright's own, which Playwright finds by itself
 * @throws an Error with one sentence when there is none to be had
 */
export async function ensureChromium() {
  const found = await ensureProgram(chromium);
  if (found !== null) return { CHROMIUM_PATH: found };
  console.error('Fetching a Chromium of Playwright’s (once) …');
  // Its output is a stack for each attempt.
  if ((await capture('playwright', ['install', 'chromium'])).code === 0) return {};
  throw new Error(
    'The tests need Chromium, and it could not be downloaded: install it (apt-get install chromium), or set CHROMIUM_PATH to where it is.',
  );
}

/**
 * The two Chromiums of the tests: the whole one, and the headless shell, in which most of them run. A CHROMIUM_PATH that somebody has
 * set is used for all of them.
 * @returns {Promise<Record<string, string>>} CHROMIUM_PATH and CHROMIUM_SHELL_PATH. Without the latter all tests run in the whole one,
 *   or in Playwright's own, which brings both
 * @throws an Error with one sentence when there is none to be had
 */
export async function ensureTestBrowsers() {
  const isChosen = isSet(chromium.variable) && !isSet(chromiumShell.variable);
  const env = await ensureChromium();
  if (isChosen || env.CHROMIUM_PATH === undefined) return env;
  const shell = await ensureProgram(chromiumShell);
  return shell === null ? env : { ...env, CHROMIUM_SHELL_PATH: shell };
}

/**
 * The browser in which most tests run, as `ensureTestBrowsers` chooses it.
 * @returns {string | undefined} its path; `undefined` for Playwright's own
 */
export function findTestBrowser() {
  const isChosen = isSet(chromium.variable) && !isSet(chromiumShell.variable);
  const shell = isChosen ? null : findProgram(chromiumShell);
  return shell ?? findChromium();
}

/**
 * Chromium as viewers have it.
 * @returns {string | undefined} its path; `undefined` for Playwright's own
 */
export function findChromium() {
  return findProgram(chromium) ?? undefined;
}

/** @param {string} variable */
function isSet(variable) {
  return Boolean(process.env[variable]);
}

/**
 * A Firefox as its makers ship it: FIREFOX_PATH, the system's, else Debian's package where root may install it.
 * @returns {Promise<string>} its path
 * @throws an Error with one sentence when there is none to be had
 */
export async function ensureFirefox() {
  const found = await ensureProgram(firefox);
  if (found !== null) return found;
  throw new Error('These tests need Firefox: install it, or set FIREFOX_PATH to where it is.');
}

/**
 * Where the system's Firefox is.
 * @returns {string | null}
 */
export function findFirefox() {
  return findProgram(firefox);
}

/**
 * A WebKitGTK with its driver and its little browser, and a screen for it that nobody sees: the system's, else Debian's packages
 * where root may install them.
 * @returns {Promise<import('./find-webkitgtk.js').WebKitGtk>}
 * @throws an Error with one sentence when there is none to be had
 */
export async function ensureWebKitGtk() {
  const found = findWebKitGtk();
  if (found !== null) return found;
  await installPackages('WebKitGTK', webKitGtkPackages);
  const installed = findWebKitGtk();
  if (installed !== null) return installed;
  throw new Error('These tests need WebKitGTK: install WebKitWebDriver, MiniBrowser and Xvfb.');
}
