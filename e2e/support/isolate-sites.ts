/**
 * Chromium gives each site its own process. Its headless shell does so only with this switch
 * ([crbug 869494](https://crbug.com/869494)).
 */
export const isolateSites = '--site-per-process';
