import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { serveHostPage } from '../../e2e/support/host-page.ts';
import type { Session } from '../support/devtools.ts';
import { filmIds } from './film.ts';
import type { HostFigures } from './host-measures.ts';
import { type Bench, evaluate } from './open-player.ts';

const sdk = fileURLToPath(new URL('../../dist/sdk/', import.meta.url));
/**
 * Embeds mounted and unmounted before the first reading, and between the two readings. The first
 * ones create lasting objects.
 */
const [warmUpCount, mountCount] = [150, 100];

/**
 * Measures the cost of our scripts for the embedding page: their bytes, and the memory left by a
 * hundred removed embeds.
 */
export async function measureHost(bench: Bench): Promise<HostFigures> {
  const { files } = JSON.parse(readFileSync(`${sdk}manifest.json`, 'utf8'));
  const gzippedKb = (name: string) =>
    gzipSync(readFileSync(`${sdk}${files[name].file}`), { level: 9 }).length / 1_000;
  const figures = { sdkKb: gzippedKb('iframe-api'), elementKb: gzippedKb('offstage-player') };
  const host = await serveHostPage(
    `<main></main><script src="${bench.embedOrigin}/iframe_api"></script>`,
  );
  const { browser } = bench.devTools;
  const { browserContextId } = await browser.send('Target.createBrowserContext');
  try {
    const { targetId } = await browser.send('Target.createTarget', {
      url: 'about:blank',
      browserContextId,
    });
    const page = await bench.devTools.attach(targetId, async () => undefined);
    await page.send('Page.enable');
    await page.send('Performance.enable');
    await page.send('Page.navigate', { url: host.url });
    await evaluate(
      page,
      `new Promise((resolve) => {
        const look = () => (window.YT?.loaded ? resolve() : setTimeout(look, 50));
        look();
      })`,
    );
    await mount(page, warmUpCount);
    const before = await holdings(page);
    await mount(page, mountCount);
    const after = await holdings(page);
    return {
      ...figures,
      mountHeapBytes: (after.heapBytes - before.heapBytes) / mountCount,
      mountListeners: after.listeners - before.listeners,
      mountWindows: after.windows - before.windows,
    };
  } finally {
    await browser.send('Target.disposeBrowserContext', { browserContextId });
    await host.close();
  }
}

/** Removes each embed when its frame has loaded; every tenth when its player is ready. */
async function mount(page: Session, count: number): Promise<void> {
  await evaluate(
    page,
    `(async () => {
      for (let index = 0; index < ${count}; index += 1) {
        const element = document.createElement('div');
        document.querySelector('main').append(element);
        await new Promise((resolve) => {
          const events = index % 10 === 0 ? { onReady: resolve } : {};
          const player = new YT.Player(element, { videoId: '${filmIds.mp4}', events });
          window.benchPlayer = player;
          if (index % 10 > 0) player.getIframe().addEventListener('load', resolve);
        });
        window.benchPlayer.destroy();
        delete window.benchPlayer;
        document.querySelector('main').replaceChildren();
      }
    })()`,
  );
}

interface Holdings {
  heapBytes: number;
  listeners: number;
  /** Windows of this page and of removed frames that are still referenced. */
  windows: number;
}

const [looks, lookAgainMs] = [10, 300];

/**
 * Objects that the page holds after garbage collection. It is the minimum of several readings,
 * because browsers release frames a little later.
 */
async function holdings(page: Session): Promise<Holdings> {
  const most = Number.POSITIVE_INFINITY;
  let least: Holdings = { heapBytes: most, listeners: most, windows: most };
  for (let look = 0; look < looks; look += 1) {
    await evaluate(page, `new Promise((resolve) => setTimeout(resolve, ${lookAgainMs}))`);
    const { heapBytes, listeners, windows } = await holdingsNow(page);
    least = {
      heapBytes: Math.min(heapBytes, least.heapBytes),
      listeners: Math.min(listeners, least.listeners),
      windows: Math.min(windows, least.windows),
    };
  }
  return least;
}

async function holdingsNow(page: Session): Promise<Holdings> {
  await page.send('HeapProfiler.collectGarbage');
  const { usedSize } = await page.send('Runtime.getHeapUsage');
  const { metrics } = await page.send('Performance.getMetrics');
  const listeners = metrics.find(({ name }) => name === 'JSEventListeners')?.value ?? Number.NaN;
  const objectGroup = 'bench';
  const { result } = await page.send('Runtime.evaluate', {
    expression: 'Window.prototype',
    objectGroup,
  });
  const { objects } = await page.send('Runtime.queryObjects', {
    prototypeObjectId: result.objectId ?? '',
    objectGroup,
  });
  const counted = await page.send('Runtime.callFunctionOn', {
    objectId: objects.objectId ?? '',
    functionDeclaration: 'function () { return this.length }',
    returnByValue: true,
  });
  await page.send('Runtime.releaseObjectGroup', { objectGroup });
  return { heapBytes: usedSize, listeners, windows: Number(counted.result.value) };
}
