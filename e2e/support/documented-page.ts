import { chromium } from '@playwright/test';
import { startDocumentedHost } from './documented-host.ts';
import { serveHostPage } from './host-page.ts';
import { ignoreRestingMouse } from './ignore-resting-mouse.ts';
import type { test as base } from './test.ts';

interface DocumentedPages {
  /** Lines on the console. */
  said: string[];
  /** Opens a page of another site with this HTML in its source. */
  paste: (html: string) => Promise<void>;
}

/** A fresh profile that finds the test's server at the addresses of the documents. */
export const withDocumentedPages = (test: typeof base) =>
  test.extend<DocumentedPages>({
    context: async ({ launchOptions, server }, use) => {
      const host = await startDocumentedHost(server.embedOrigin);
      const args = [...(launchOptions.args ?? []), ...host.browserArgs];
      const browser = await chromium.launch({ ...launchOptions, args });
      const context = await browser.newContext();
      await ignoreRestingMouse(context);
      await use(context);
      await browser.close();
      await host.close();
    },
    page: async ({ context }, use) => use(await context.newPage()),
    said: async ({ page }, use) => {
      const said: string[] = [];
      page.on('console', (message) => said.push(message.text()));
      await use(said);
    },
    // Into the source of a page that the viewer has not touched.
    paste: async ({ page }, use) => {
      const closing: (() => Promise<void>)[] = [];
      await use(async (html) => {
        const host = await serveHostPage(`<title>A page of yours</title>${html}`);
        closing.push(host.close);
        await page.goto(host.url);
      });
      for (const close of closing) await close();
    },
  });

/** Scripts of the documents begin alike, up to the line that sets each apart. */
export const scriptBeginning = (server: string, line: string) =>
  `<div id="player"></div>\n<script src="${server}/iframe_api"></script>\n<script>\n  function onYouTubeIframeAPIReady() {\n    ${line}`;
