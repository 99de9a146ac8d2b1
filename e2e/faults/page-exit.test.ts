import type { Frame, Page } from '@playwright/test';
import { openGate } from '../support/gate.ts';
import { serveHostPage } from '../support/host-page.ts';
import { leaveAndReturn } from '../support/kept-page.ts';
import { ownBrowser } from '../support/own-browser.ts';
import { scriptRuns } from '../support/script-runs.ts';
import { thorough } from '../support/thorough.ts';
import { wholeBrowser } from '../support/whole-browser.ts';
import { embedFrames } from './support/embed-frames.ts';
import { expectNotesOnce, flush, logNotes, numbers } from './support/notes.ts';
import { type Random, rounds, seededRandom } from './support/random.ts';
import { expect, test } from './support/test.ts';

test.use({
  expectedNoise: /net::ERR_|Failed to load resource/,
  ...ownBrowser((options) => ({ ...options, ...wholeBrowser })),
});

async function embedIn(
  page: Page,
  embedOrigin: string,
): Promise<{ frame: Frame; close: () => Promise<void> }> {
  const host = await serveHostPage(`<iframe src="${embedOrigin}/embed/offstage002"></iframe>`);
  await page.goto(host.url);
  const [frame] = await embedFrames(page, 1);
  if (frame === undefined) throw new Error('No frame.');
  return { frame, close: host.close };
}

/** How a page ends. */
interface Exit {
  leave: (page: Page) => Promise<unknown>;
  /**
   * Chromium ends a closed tab after half a second, even if its thread has not run `pagehide` yet.
   * On a busy machine that can be too short, and then what the page still has is lost.
   */
  mayBeCutOff?: boolean;
}

const exits: Readonly<Record<string, Exit>> = {
  'a host that removes the frame': {
    leave: (page) => page.evaluate(() => document.querySelector('iframe')?.remove()),
  },
  'a host that navigates the frame': {
    leave: (page) =>
      page.evaluate(() => {
        const frame = document.querySelector('iframe');
        if (frame !== null) frame.src = 'about:blank';
      }),
  },
  'a tab that is closed': {
    mayBeCutOff: true,
    leave: (page) => page.close(),
  },
  'a viewer who leaves the page': { leave: (page) => page.goto('about:blank') },
};

/** One that its host ends, and one that its viewer ends. */
const representatives = ['a host that removes the frame', 'a tab that is closed'];

/** Logs in one or more tasks; on return, only the page has the last burst. */
async function logSome(frame: Frame, random: Random, from: number): Promise<number> {
  let next = from;
  if (random.int(0, 1) === 0) await flush(frame);
  for (let burst = random.int(1, 4); burst > 0; burst -= 1) {
    const count = random.int(1, 60);
    await logNotes(frame, {
      from: next,
      count,
      tier: random.pick(['default', 'fast', 'immediate'] as const),
    });
    next += count;
  }
  return next;
}

/** Leaves a mark in the frame's storage when the frame has run its listeners of `pagehide`. */
const markExit = (frame: Frame) =>
  frame.evaluate(() =>
    addEventListener('pagehide', () => localStorage.setItem('has run pagehide', 'yes')),
  );

/** @returns whether the last frame has left its mark, which is removed */
async function takeExitMark(page: Page, embedOrigin: string): Promise<boolean> {
  const { frame, close } = await embedIn(page, embedOrigin);
  const mark = await frame.evaluate(() => {
    const mark = localStorage.getItem('has run pagehide');
    localStorage.removeItem('has run pagehide');
    return mark;
  });
  await close();
  return mark !== null;
}

for (const [exit, { leave, mayBeCutOff = false }] of Object.entries(exits)) {
  test(
    `${exit} right after a burst loses none of its events [spec-4.16, spec-4.17]`,
    representatives.includes(exit) ? {} : thorough,
    async ({ profile, server }) => {
      const random = seededRandom();
      const mayBeLost: number[] = [];
      let next = 0;
      for (let round = 0; round < rounds(1); round += 1) {
        const page = await profile.context.newPage();
        const { frame, close } = await embedIn(page, server.embedOrigin);
        if (mayBeCutOff) await markExit(frame);
        const from = next;
        next = await logSome(frame, random, from);
        await leave(page);
        await close();
        const later = await profile.context.newPage();
        if (mayBeCutOff && !(await takeExitMark(later, server.embedOrigin)))
          mayBeLost.push(...numbers(next - from, from));
        const expected = numbers(next).filter((n) => !mayBeLost.includes(n));
        await expectNotesOnce(server, expected, { mayBeLost });
        await later.close();
        await page.close();
      }
    },
  );
}

test(
  'a page restored from the back/forward cache continues, and does not double the events sent as it left',
  thorough,
  async ({ page, server }) => {
    const gate = await openGate(server.embedOrigin);
    // Pending requests, also those of its late scripts, would keep the page out of the cache.
    const lateScriptHasRun = scriptRuns(page, /start-when-idle/);
    await page.goto(`${gate.origin}/embed/offstage002`);
    await lateScriptHasRun();
    await flush(page);
    await page.waitForLoadState('networkidle');
    for (let turn = 0; turn < 3; turn += 1) {
      if (turn === 1) gate.shut();
      await logNotes(page, { from: turn * 100, count: 60 });
      expect(await leaveAndReturn(page, gate.open)).toBe(true);
      await logNotes(page, { from: turn * 100 + 60, count: 40 });
    }
    await flush(page);
    await expectNotesOnce(server, numbers(300));
    await gate.close();
  },
);

test('a cancelled unload ends nothing [spec-4.3]', async ({ page, server }) => {
  const { frame, close } = await embedIn(page, server.embedOrigin);
  await page.evaluate(() => addEventListener('beforeunload', (event) => event.preventDefault()));
  // Without a viewer's gesture the browser shows no dialog.
  await page.mouse.click(5, 5);
  const isAsked = new Promise<void>((resolve) =>
    page.once('dialog', (dialog) => dialog.dismiss().then(resolve)),
  );
  await logNotes(frame, { from: 0, count: 50 });
  await page.evaluate(() => location.assign('about:blank'));
  await isAsked;
  await logNotes(frame, { from: 50, count: 50 });
  await flush(frame);
  await logNotes(frame, { from: 100, count: 50 });
  await page.evaluate(() => document.querySelector('iframe')?.remove());
  await expectNotesOnce(server, numbers(150));
  await close();
});

test(
  'a tab that is hidden repeatedly sends, continues, and counts nothing twice',
  thorough,
  async ({ page, server }) => {
    await page.goto(`${server.embedOrigin}/embed/offstage002`);
    // A headless browser hides no tab, so the test dispatches the event.
    const setVisibility = (state: DocumentVisibilityState) =>
      page.evaluate((visibility) => {
        Object.defineProperty(document, 'visibilityState', {
          value: visibility,
          configurable: true,
        });
        document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
      }, state);
    for (let turn = 0; turn < 6; turn += 1) {
      await logNotes(page, { from: turn * 50, count: 30 });
      await setVisibility('hidden');
      await logNotes(page, { from: turn * 50 + 30, count: 20 });
      if (turn % 2 === 0) await setVisibility('visible');
    }
    await flush(page);
    await expectNotesOnce(server, numbers(300));
  },
);
