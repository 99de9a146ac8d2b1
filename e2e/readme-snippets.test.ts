import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { serveHostPage } from './support/host-page.ts';
import type { Server } from './support/server-process.ts';
import { expect, test } from './support/test.ts';

/** A document's code blocks in a language, with this server's address. */
function snippets(document: string, language: string, server: Server): string[] {
  const blocks = readFileSync(document, 'utf8').matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm);
  return [...blocks]
    .filter(([, of]) => of === language)
    .map(([, , body = '']) => body.replaceAll('http://localhost:4400', server.embedOrigin));
}

/** The snippet is pasted into a page that its viewer has already touched, and its scripts run. */
async function paste(page: Page, html: string): Promise<void> {
  await page.locator('h1').click();
  await page.evaluate((markup) => {
    document.body.append(document.createRange().createContextualFragment(markup));
  }, html);
}

test('the snippets of README and host API play when pasted into a page, by script and by messages', async ({
  page,
  server,
}) => {
  const [frame = '', script = '', ...more] = snippets('README.md', 'html', server);
  const [byHand = ''] = snippets('docs/host-api.md', 'js', server);
  expect(more).toEqual([]);
  const host = await serveHostPage('<h1>A page of yours</h1>');
  const shown: string[] = [];
  page.on('console', (message) => shown.push(message.text()));

  await page.goto(host.url);
  await paste(page, frame);
  await expect(page.frameLocator('iframe').locator('.big-play')).toBeVisible();
  await expect(page.frameLocator('iframe').locator('#video-player')).toHaveAttribute(
    'data-state',
    'cued',
  );
  await paste(page, `<script>${byHand}</script>`);
  await expect.poll(() => shown).toContain('playerState 1');
  await expect.poll(() => shown).toContainEqual(expect.stringMatching(/^currentTime \d+\.\d+$/));

  shown.length = 0;
  await page.goto(host.url);
  await paste(page, script);
  await expect.poll(() => shown).toContain('1');
  await host.close();
});
