import type { IncomingMessage } from 'node:http';
import { openGate } from './support/gate.ts';
import { isOfSecondHalf } from './support/second-half.ts';
import { expect, test } from './support/test.ts';
import { thorough } from './support/thorough.ts';

const films = [
  { what: 'HLS', id: 'offstage001', isLater: isOfSecondHalf },
  {
    what: 'DASH',
    id: 'offstage003',
    isLater: ({ url = '' }: IncomingMessage) => /-000(?:0[6-9]|10)\.m4s$/.test(url),
  },
];

for (const { what, id, isLater } of films) {
  test(
    `a ${what} video that waits for media is buffering, then plays on at the speed that the viewer chose`,
    thorough,
    async ({ page, server }) => {
      const gate = await openGate(server.embedOrigin);
      const letGo = gate.hold(isLater);
      const root = page.locator('#video-player');
      const rate = () =>
        page.locator('video').evaluate(({ playbackRate }: HTMLVideoElement) => playbackRate);
      await page.goto(`${gate.origin}/embed/${id}?autoplay=1&mute=1`);
      await expect(root).toHaveAttribute('data-state', 'playing');
      for (const expected of [1.25, 1.5, 1.75, 2]) {
        await page.keyboard.press('>');
        await expect.poll(rate).toBe(expected);
      }
      await expect(root).toHaveAttribute('data-state', 'buffering');
      letGo();
      await expect(root).toHaveAttribute('data-state', 'playing');
      await expect.poll(rate).toBe(2);
      await gate.close();
    },
  );
}
