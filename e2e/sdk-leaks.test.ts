import type { CDPSession, Page } from '@playwright/test';
import { serveHostPage } from './support/host-page.ts';
import type { Server } from './support/server-process.ts';
import { expect, test } from './support/test.ts';
import { thorough } from './support/thorough.ts';

async function openPage(page: Page, server: Server) {
  // Tracks every timer of the page, so that leftovers can be counted.
  await page.addInitScript(() => {
    if (window !== window.top) return;
    const pending = new Set<number>();
    const { setTimeout: set, clearTimeout: clear } = window;
    Object.assign(window, {
      pending,
      setTimeout(callback: () => void, ms?: number) {
        const timer = set(() => {
          pending.delete(timer);
          callback();
        }, ms) as unknown as number;
        pending.add(timer);
        return timer;
      },
      clearTimeout(timer: number) {
        pending.delete(timer);
        clear(timer);
      },
    });
  });
  const host = await serveHostPage(
    `<main></main><script src="${server.embedOrigin}/iframe_api"></script>
     <script type="module" src="${server.embedOrigin}/sdk/offstage-player.js"></script>`,
  );
  await page.goto(host.url);
  await expect.poll(() => page.evaluate(() => window.YT.loaded)).toBe(1);
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  return { close: host.close, session };
}

/** The page's objects after a garbage collection. */
async function measure(page: Page, session: CDPSession) {
  await session.send('HeapProfiler.collectGarbage');
  const { metrics } = await session.send('Performance.getMetrics');
  const metric = (name: string) => metrics.find((each) => each.name === name)?.value ?? Number.NaN;
  return {
    listeners: metric('JSEventListeners'),
    documents: metric('Documents'),
    frames: metric('Frames'),
    nodes: metric('Nodes'),
    windows: await liveCount(session, 'Window.prototype'),
    iframes: await liveCount(session, 'HTMLIFrameElement.prototype'),
    players: await liveCount(session, 'YT.Player.prototype'),
    timers: await page.evaluate(() => (Reflect.get(window, 'pending') as Set<number>).size),
    messageListeners: await messageListenerCount(session),
  };
}

/** @returns the count of living objects with this prototype */
async function liveCount(session: CDPSession, prototype: string): Promise<number> {
  const objectGroup = 'live';
  const evaluated = await session.send('Runtime.evaluate', { expression: prototype, objectGroup });
  const prototypeObjectId = evaluated.result.objectId ?? '';
  const { objects } = await session.send('Runtime.queryObjects', {
    prototypeObjectId,
    objectGroup,
  });
  const counted = await session.send('Runtime.callFunctionOn', {
    objectId: objects.objectId ?? '',
    functionDeclaration: 'function () { return this.length }',
    returnByValue: true,
  });
  await session.send('Runtime.releaseObjectGroup', { objectGroup });
  return counted.result.value;
}

async function messageListenerCount(session: CDPSession): Promise<number> {
  const { result } = await session.send('Runtime.evaluate', {
    expression: 'window',
    objectGroup: 'live',
  });
  const { listeners } = await session.send('DOMDebugger.getEventListeners', {
    objectId: result.objectId ?? '',
  });
  await session.send('Runtime.releaseObjectGroup', { objectGroup: 'live' });
  return listeners.filter(({ type }) => type === 'message').length;
}

/**
 * Each stage in turn: removed at once, after the frame has loaded, and after the player is ready.
 */
const mountings = {
  'YT.Player with destroy': (index: number) =>
    new Promise<void>((resolve) => {
      const element = document.createElement('div');
      document.querySelector('main')?.append(element);
      const finish = () => {
        player.destroy();
        element.remove();
        resolve();
      };
      const events = { onStateChange() {}, ...(index % 10 === 0 && { onReady: finish }) };
      const player = new window.YT.Player(element, { videoId: 'offstage002', events });
      if (index % 10 === 1) player.getIframe().addEventListener('load', finish);
      else if (index % 10 > 1) finish();
    }),
  'YT.Player that the page just removes': (index: number) =>
    new Promise<void>((resolve) => {
      const main = document.querySelector('main');
      const finish = () => {
        main?.replaceChildren();
        resolve();
      };
      main?.append(document.createElement('div'));
      const events = { onStateChange() {}, ...(index % 10 === 0 && { onReady: finish }) };
      const player = new window.YT.Player(main?.firstElementChild as HTMLElement, {
        videoId: 'offstage002',
        events,
      });
      if (index % 10 === 1) player.getIframe().addEventListener('load', finish);
      else if (index % 10 > 1) finish();
    }),
  '<offstage-player>': (index: number) =>
    new Promise<void>((resolve) => {
      const element = document.createElement('offstage-player');
      element.setAttribute('videoid', 'offstage002');
      document.querySelector('main')?.append(element);
      const finish = () => {
        element.remove();
        resolve();
      };
      const loading = element.load();
      if (index % 10 === 0) void loading.then(finish);
      else finish();
    }),
};

for (const [what, mount, times, mark] of Object.entries(mountings).flatMap(
  ([what, mount]) =>
    [
      [what, mount, 20, what === 'YT.Player with destroy' ? {} : thorough],
      [what, mount, 100, thorough],
    ] as const,
)) {
  test(
    `${what}: mounting and unmounting ${times} times leaves nothing behind`,
    mark,
    async ({ page, server }) => {
      const { close, session } = await openPage(page, server);
      // The first rounds create what remains: the style, the connection to the server, compiled
      // code.
      for (let index = 0; index < 10; index += 1) await page.evaluate(mount, index);
      // If the first player was slow to answer, a warning waits for it with a timer.
      await expect
        .poll(() => measure(page, session))
        .toMatchObject({ iframes: 0, players: 0, timers: 0, messageListeners: 0 });
      const before = await measure(page, session);
      for (let index = 0; index < times; index += 1) await page.evaluate(mount, index);
      await expect.poll(() => measure(page, session)).toEqual(before);
      await close();
    },
  );
}

test('a player without references lives on in the page, despite garbage collection', async ({
  page,
  server,
}) => {
  const { close, session } = await openPage(page, server);
  await page.evaluate(() => {
    window.reported = [];
    document.querySelector('main')?.append(document.createElement('div'));
    new window.YT.Player(document.querySelector('main > div') as HTMLElement, {
      videoId: 'offstage002',
      playerVars: { mute: 1 },
      events: {
        onReady: () => window.reported.push('ready'),
        onStateChange: ({ data }) => window.reported.push(String(data)),
      },
    });
  });
  await session.send('HeapProfiler.collectGarbage');
  await expect.poll(() => page.evaluate(() => window.reported)).toContain('ready');
  await session.send('HeapProfiler.collectGarbage');
  await page.frameLocator('iframe').locator('#video-player').click();
  await expect.poll(() => page.evaluate(() => window.reported)).toContain('1');
  await close();
});
