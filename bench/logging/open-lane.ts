import type { Browser, BrowserContext, CDPSession, Frame, Page } from '@playwright/test';
import { type HostPage, serveHostPage } from '../../e2e/support/host-page.ts';
import { type Collector, startCollector } from './collector.ts';
import type { Lane } from './lanes.ts';
import { installDriver, installEmbedLog } from './page-driver.ts';
import { servePeer } from './serve-peer.ts';

/** A lane with a browser profile, origins and a collector of its own. */
export interface OpenLane {
  collector: Collector;
  /**
   * The logging frame and its host page, on another site, so that the frame has its own process.
   */
  openPage(): Promise<LanePage>;
  setOffline(isOffline: boolean): Promise<void>;
  close(): Promise<void>;
}

export interface LanePage {
  page: Page;
  frame: Frame;
  /** Session of the frame. */
  cdp: CDPSession;
}

/** Removes the frame as soon as it has reported enough events. */
const hostScript = `<script>
  loggedCount = 0;
  removeAt = Infinity;
  addEventListener('message', ({ data }) => {
    if (typeof data?.loggedCount !== 'number') return;
    loggedCount = Math.max(loggedCount, data.loggedCount);
    if (loggedCount >= removeAt) document.querySelector('iframe')?.remove();
  });
</script>`;

/** @param server origin of the real server, for our own lanes */
export async function openLane(browser: Browser, lane: Lane, server: string): Promise<OpenLane> {
  const closers: (() => Promise<void>)[] = [];
  const close = async () => {
    for (const closeOne of closers.toReversed()) await closeOne();
  };
  try {
    const collector = await startCollector(lane.kind === 'ours' ? server : null);
    closers.push(collector.close);
    const hostPage = await serveHostPage(await hostHtml(lane, collector, closers));
    closers.push(hostPage.close);
    const context = await browser.newContext();
    closers.push(() => context.close());
    return {
      collector,
      openPage: () => openPage(context, hostPage, lane),
      async setOffline(isOffline) {
        // Both are needed: the browser notifies pages, and the collector breaks all connections,
        // including workers'.
        collector.setFault(isOffline ? 'offline' : 'none');
        await context.setOffline(isOffline);
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

async function hostHtml(
  lane: Lane,
  collector: Collector,
  closers: (() => Promise<void>)[],
): Promise<string> {
  let url = `${collector.origin}/embed/offstage002?${lane.query}`;
  if (lane.kind === 'peer') {
    const peer = await servePeer(lane.id);
    closers.push(peer.close);
    url = `${peer.origin}/?collector=${encodeURIComponent(collector.origin)}`;
  }
  return `${hostScript}<iframe src="${url}" width="640" height="360"></iframe>`;
}

async function openPage(
  context: BrowserContext,
  hostPage: HostPage,
  lane: Lane,
): Promise<LanePage> {
  const page = await context.newPage();
  await page.goto(hostPage.url);
  const frame = page.frames()[1];
  if (frame === undefined) throw new Error('The host page has no frame.');
  await frame.waitForLoadState('networkidle');
  await frame.evaluate(installDriver);
  if (lane.kind === 'ours') await frame.evaluate(installEmbedLog);
  else await frame.waitForFunction(() => typeof window.benchLog === 'function');
  const cdp = await context.newCDPSession(frame);
  await cdp.send('Performance.enable', { timeDomain: 'timeTicks' });
  return { page, frame, cdp };
}
