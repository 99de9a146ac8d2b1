import { findFirefox } from './ensure-browser.js';
import { findWebKitGtk } from './find-webkitgtk.js';

/**
 * A browser other than Chromium: its Playwright project, its label, and its environment variables;
 * `null` if it is not installed.
 * @typedef {{ project: string, label: string, env: Record<string, string> | null }} OtherBrowser
 */

/**
 * Finds the installed ones.
 * @returns {readonly OtherBrowser[]}
 */
export function findOtherBrowsers() {
  const firefox = findFirefox();
  const webKitGtk = findWebKitGtk();
  return [
    { project: 'firefox', label: 'Firefox', env: firefox ? { FIREFOX_PATH: firefox } : null },
    {
      project: 'webkitgtk',
      label: 'WebKitGTK',
      env: webKitGtk && {
        WEBKIT_DRIVER_PATH: webKitGtk.driverPath,
        MINI_BROWSER_PATH: webKitGtk.miniBrowserPath,
      },
    },
  ];
}
