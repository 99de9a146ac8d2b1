import { readdirSync } from 'node:fs';
import path from 'node:path';
import { findOnPath, firstExecutable } from './find-on-path.js';

/**
 * Programs for controlling WebKitGTK: its driver, and the browser that it includes.
 * @typedef {{ driverPath: string, miniBrowserPath: string }} WebKitGtk
 */

/**
 * Debian's packages. The driver depends on WebKitGTK, which needs the others' decoders (H.264, AAC)
 * and a screen.
 */
export const webKitGtkPackages = [
  'webkit2gtk-driver',
  'gstreamer1.0-libav',
  'gstreamer1.0-plugins-good',
  'gstreamer1.0-plugins-bad',
  'xvfb',
];

/**
 * Finds the system's programs.
 * @returns {WebKitGtk | null}
 */
export function findWebKitGtk() {
  const driverPath = findOnPath('WebKitWebDriver');
  const miniBrowserPath = findMiniBrowser();
  if (driverPath === null || miniBrowserPath === null || findOnPath('Xvfb') === null) return null;
  return { driverPath, miniBrowserPath };
}

/**
 * MiniBrowser is in no folder of PATH, but in `/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/`, or a
 * similar folder on other systems.
 */
function findMiniBrowser() {
  const folders = [
    '/usr/libexec',
    '/usr/lib64',
    '/usr/lib',
    ...subfolders('/usr/lib', /-linux-gnu/),
  ];
  const homes = folders.flatMap((folder) => subfolders(folder, /^webkit(2)?gtk-\d/));
  return firstExecutable(homes.map((home) => path.join(home, 'MiniBrowser')));
}

/**
 * @param {string} folder
 * @param {RegExp} name
 */
function subfolders(folder, name) {
  try {
    return readdirSync(folder)
      .filter((entry) => name.test(entry))
      .map((entry) => path.join(folder, entry));
  } catch {
    // This system does not have the folder.
    return [];
  }
}
