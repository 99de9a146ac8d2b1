import { accessSync, constants } from 'node:fs';
import path from 'node:path';
import { run } from './run.js';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/**
 * A Chromium for the tests: CHROMIUM_PATH, the system's, else Debian's package where root may install it, else Playwright's.
 * @returns {Promise<string | null>} its path; `null` for Playwright's own, which Playwright finds by itself
 * @throws an Error with one sentence when there is none to be had
 */
export async function ensureChromium() {
  const found = findChromium();
  if (found !== null) return found;
  if (process.getuid?.() === 0 && findOnPath('apt-get') !== null) {
    console.error('Installing Chromium (once) …');
    const env = { DEBIAN_FRONTEND: 'noninteractive' };
    const updated = await run('apt-get', ['update'], { quiet: true, env });
    const install = ['install', '-y', '--no-install-recommends', 'chromium'];
    if (updated === 0 && (await run('apt-get', install, { quiet: true, env })) === 0) {
      const installed = findChromium();
      if (installed !== null) return installed;
    }
  }
  console.error('Fetching a Chromium of Playwright’s (once) …');
  if ((await run('playwright', ['install', 'chromium'], { quiet: true })) === 0) return null;
  throw new Error('The tests need Chromium: install it, or set CHROMIUM_PATH to where it is.');
}

function findChromium() {
  if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH;
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
