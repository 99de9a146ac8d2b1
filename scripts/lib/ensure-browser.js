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
 * The same Chromium without windows, menus and profiles. Blink, V8, media and network are the same,
 * but tests use a quarter less CPU time.
 * @type {import('./ensure-program.js').SystemProgram}
 */
const chromiumShell = {
  label: 'Chromium’s headless shell',
  variable: 'CHROMIUM_SHELL_PATH',
  names: ['chromium-headless-shell'],
  debianPackages: ['chromium-headless-shell'],
};

/**
 * Finds a Chromium like viewers': CHROMIUM_PATH, the system's, Debian's package where root may
 * install it, or Playwright's.
 * @returns {Promise<Record<string, string>>} CHROMIUM_PATH; empty for Playwright's own, which
 * Playwright finds itself
 * @throws an Error with one sentence if none is available
 */
export async function ensureChromium() {
  const found = await ensureProgram(chromium);
  if (found !== null) return { CHROMIUM_PATH: found };
  console.error('Downloading Playwright’s Chromium (once) …');
  // Its output has a stack trace for each attempt, so it is not shown.
  if ((await capture('playwright', ['install', 'chromium'])).code === 0) return {};
  throw new Error(
    'The tests need Chromium, and it could not be downloaded: install it (apt-get install chromium), or set CHROMIUM_PATH to its path.',
  );
}

/**
 * Finds the two Chromiums of the tests: the complete one, and the headless shell, in which most
 * tests run. If CHROMIUM_PATH was set by the user, all tests use it.
 * @returns {Promise<Record<string, string>>} CHROMIUM_PATH and CHROMIUM_SHELL_PATH. Without the
 * latter all tests run in the complete one, or in Playwright's own, which includes both
 * @throws an Error with one sentence if none is available
 */
export async function ensureTestBrowsers() {
  const isChosen = isSet(chromium.variable) && !isSet(chromiumShell.variable);
  const env = await ensureChromium();
  if (isChosen || env.CHROMIUM_PATH === undefined) return env;
  const shell = await ensureProgram(chromiumShell);
  return shell === null ? env : { ...env, CHROMIUM_SHELL_PATH: shell };
}

/**
 * The browser in which most tests run, chosen like in `ensureTestBrowsers`.
 * @returns {string | undefined} its path; `undefined` for Playwright's own
 */
export function findTestBrowser() {
  const isChosen = isSet(chromium.variable) && !isSet(chromiumShell.variable);
  const shell = isChosen ? null : findProgram(chromiumShell);
  return shell ?? findChromium();
}

/**
 * Finds a Chromium like viewers'.
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
 * Finds an unmodified Firefox: FIREFOX_PATH, the system's, or Debian's package where root may
 * install it.
 * @returns {Promise<string>} its path
 * @throws an Error with one sentence if none is available
 */
export async function ensureFirefox() {
  const found = await ensureProgram(firefox);
  if (found !== null) return found;
  throw new Error('These tests need Firefox: install it, or set FIREFOX_PATH to its path.');
}

/**
 * Finds the system's Firefox.
 * @returns {string | null}
 */
export function findFirefox() {
  return findProgram(firefox);
}

/**
 * Finds WebKitGTK with its driver, its MiniBrowser and a virtual screen: the system's, or Debian's
 * packages where root may install them.
 * @returns {Promise<import('./find-webkitgtk.js').WebKitGtk>}
 * @throws an Error with one sentence if they are not available
 */
export async function ensureWebKitGtk() {
  const found = findWebKitGtk();
  if (found !== null) return found;
  await installPackages('WebKitGTK', webKitGtkPackages);
  const installed = findWebKitGtk();
  if (installed !== null) return installed;
  throw new Error('These tests need WebKitGTK: install WebKitWebDriver, MiniBrowser and Xvfb.');
}
