/**
 * Chromium gives each site a process of its own. Its headless shell does so only when it is told to
 * ([crbug 869494](https://crbug.com/869494)).
 */
export const isolateSites = '--site-per-process';
