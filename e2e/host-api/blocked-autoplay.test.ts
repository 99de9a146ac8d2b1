import { onlyChromium } from '../support/only-chromium.ts';
import { ownBrowser, withArguments } from '../support/own-browser.ts';
import { expect, test } from '../support/raw-host.ts';

test.use(ownBrowser(withArguments('--autoplay-policy=document-user-activation-required')));

test(
  'autoplay that the browser blocks leaves the video unstarted, and the host is informed',
  onlyChromium,
  async ({ openRawHost, page }) => {
    // The page itself reports it: evaluating anything in the player's frame, or in the page around
    // it, counts as a gesture, and the browser would then allow autoplay that begins later.
    const blocked = page.waitForEvent('console', (message) => message.text() === 'blocked');
    const host = await openRawHost('/embed/offstage002?autoplay=1&enablejsapi=1', {
      listen: false,
      html: `<script>
    addEventListener('load', () => {
      const send = (message) => document.querySelector('iframe').contentWindow.postMessage(JSON.stringify(message), '*');
      send({ event: 'command', func: 'addEventListener', args: ['onAutoplayBlocked'] });
      send({ event: 'listening', id: 1 });
    });
    addEventListener('message', ({ data }) => {
      if (JSON.parse(data).event === 'onAutoplayBlocked') console.log('blocked');
    });
  </script>`,
    });
    await blocked;
    expect(await host.values('onAutoplayBlocked')).toEqual([null]);
    expect((await host.info()).playerState).toBe(-1);
  },
);
