import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { documentBlock } from './support/document-block.ts';
import { scriptBeginning, withDocumentedPages } from './support/documented-page.ts';
import { test as base, expect } from './support/test.ts';
import { thorough } from './support/thorough.ts';

const test = withDocumentedPages(base);

const state = (page: Page) =>
  page.frameLocator('iframe').locator('#video-player').getAttribute('data-state');

test('the frame of the README shows a player, and the script of the host API drives it', async ({
  page,
  said,
  paste,
}) => {
  const frame = documentBlock('README.md', '<iframe');
  await paste(frame);
  await expect(page.frameLocator('iframe').locator('.big-play')).toBeVisible();
  await expect.poll(() => state(page)).toBe('cued');
  const script = documentBlock(
    'docs/host-api.md',
    "const iframe = document.querySelector('iframe')",
  );
  await paste(`${frame}<script>${script}</script>`);
  await expect.poll(() => said).toContain('state 1');
  // The states of one start, and none of the many changes of time.
  expect(said.filter((line) => !/^state -?\d$/.test(line))).toEqual([]);
  await paste(`${frame.replace('offstage001', 'nothing0000')}<script>${script}</script>`);
  await expect
    .poll(() => said)
    .toContain('error 100 video.notfound Ask the operator of the player.');
});

for (const [document, server, playing, mark] of [
  ['README.md', 'http://localhost:4400', '1', {}],
  ['docs/sdk.md', 'https://your.host', 'true', thorough],
] as const)
  test(
    `the script of ${document} plays in a page without a click`,
    mark,
    async ({ said, paste }) => {
      await paste(documentBlock(document, scriptBeginning(server, 'const player')));
      await expect.poll(() => said).toContain(playing);
      expect(said.join('\n')).not.toContain('must click');
    },
  );

test('the element of docs/sdk.md shows its poster, and plays after a click', async ({
  page,
  paste,
}) => {
  await paste(documentBlock('docs/sdk.md', '<style>offstage-player'));
  await page.getByRole('button', { name: 'Play: Four Lights' }).click();
  await expect.poll(() => state(page)).toBe('playing');
});

test('the module of docs/sdk.md exports what the document imports', async ({ said, paste }) => {
  const code = documentBlock('docs/sdk.md', 'import { Player, PlayerState }');
  await paste(
    `<script type="module">${code}console.log(typeof Player, PlayerState.PLAYING);</script>`,
  );
  await expect.poll(() => said).toContain('function 1');
});

test('the module of docs/sdk.md measures a page with its player', async ({ page, said, paste }) => {
  const library = import.meta.resolve('web-vitals');
  const source = readFileSync(new URL(library)).toString('base64');
  const imports = { 'web-vitals': `data:text/javascript;base64,${source}` };
  const player = documentBlock('docs/sdk.md', scriptBeginning('https://your.host', 'const player'));
  const code = documentBlock('docs/sdk.md', 'import { onCLS, onINP, onLCP }');
  await paste(`<script type="importmap">${JSON.stringify({ imports })}</script>
    <h1>Four Lights</h1>${player}<script type="module">${code}</script>`);
  await expect.poll(() => state(page)).toBe('playing');
  // A click ends the measurement of the largest paint.
  await page.getByRole('heading').click();
  await expect.poll(() => said.filter((line) => line.startsWith('LCP')).length).toBe(1);
});

test('the scripts of docs/page-api.md run inside the player’s page', async ({ page, said }) => {
  await page.goto('http://localhost:4400/embed/offstage001');
  for (const begins of ['await offstage.ready', 'const answer = await offstage.api'])
    await page.evaluate(`(async () => {${documentBlock('docs/page-api.md', begins)}})()`);
  // `console.table` printed the accounting; the subscription was not refused.
  expect(said).toHaveLength(1);
});

test('the style of docs/styling.md changes the look of the player', async ({ page }) => {
  await page.goto('http://localhost:4400/embed/offstage001');
  const accent = await page.evaluate(
    (css) => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(css);
      document.adoptedStyleSheets.push(sheet);
      return getComputedStyle(document.documentElement).getPropertyValue('--accent');
    },
    documentBlock('docs/styling.md', ':root {'),
  );
  expect(accent).toBe('#00a3a3');
});
