import type { LaunchOptions } from '@playwright/test';
import { findChromium } from '../../scripts/lib/ensure-browser.js';

const executablePath = findChromium();

/**
 * Starts Chromium as viewers have it. Most tests run in its headless shell, which has no
 * back/forward cache and ignores a profile's settings.
 */
export const wholeBrowser: LaunchOptions = executablePath
  ? { executablePath }
  : { channel: 'chromium' };
