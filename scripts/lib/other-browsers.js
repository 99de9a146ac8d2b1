import { findFirefox } from './ensure-browser.js';
import { findWebKitGtk } from './find-webkitgtk.js';

/**
 * A browser that is not Chromium: what Playwright's project of its smoke journey is called, and what the project needs to know;
 * `null` where it is not installed.
 * @typedef {{ project: string, label: string, env: Record<string, string> | null }} OtherBrowser
 */

/**
 * As they are installed now.
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
