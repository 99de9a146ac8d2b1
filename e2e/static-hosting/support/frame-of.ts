import type { Frame, Page } from '@playwright/test';

export const frameOf = (page: Page): Frame => {
  const frame = page.frames()[1];
  if (frame === undefined) throw new Error('the host page has no frame');
  return frame;
};
