import type { Page } from '@playwright/test';
import { testWithMedia } from './own-media.ts';

const channel = { id: 'UCharbour', name: 'Harbour TV', url: 'https://example.com/harbour' };
const arabic = 'مصباح الليل';

const ownFilm = (id: string, sidecar: Record<string, unknown>) => ({
  [`${id}.mp4`]: { copyOf: 'offstage002.mp4' },
  [`${id}.jpg`]: { copyOf: 'offstage002.jpg' },
  [`${id}.json`]: { text: JSON.stringify({ id, author: 'Harbour TV', channel, ...sidecar }) },
});

export const own = testWithMedia(
  {
    // The link needs an address that answers.
    ...ownFilm('waiting0001', { title: 'Four Lights', watchUrl: '/healthz' }),
    ...ownFilm('waiting0002', { title: arabic }),
    ...ownFilm('waiting0003', { title: 'A very long title '.repeat(270) }),
  },
  ['--logged-in-header', 'X-Forwarded-User'],
);

export const player = (page: Page) => page.locator('#video-player');
export const frame = (page: Page) => page.locator('.waiting');
export const title = (page: Page) => page.locator('.waiting .title');

/** The test controls when the scripts with matching names load. */
export async function holdScripts(page: Page, name: string): Promise<() => void> {
  const { promise: mayCome, resolve: letCome } = Promise.withResolvers<void>();
  await page.route(`**/assets/${name}-*.js`, async (route) => {
    await mayCome;
    await route.continue();
  });
  return letCome;
}
