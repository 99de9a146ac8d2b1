import { makeEmbedToken } from '../server/access/guard/embed-token.js';
import { documentBlock } from './support/document-block.ts';
import { scriptBeginning, withDocumentedPages } from './support/documented-page.ts';
import { testWithMedia } from './support/own-media.ts';
import { expect } from './support/test.ts';

const key = 'a-key-of-tests-with-32-characters';
const test = withDocumentedPages(
  testWithMedia(
    {
      'board.mp4': { copyOf: 'offstage002.mp4' },
      'board.json': { text: JSON.stringify({ id: 'boardmeet01', private: true }) },
    },
    ['--signing-key', key],
  ),
);

/** `TOKEN` stands for what the reader's server makes for each page view. */
const withToken = (block: string) =>
  block.replace(
    'TOKEN',
    makeEmbedToken(key, {
      videoId: 'boardmeet01',
      expiresSec: Math.round(Date.now() / 1_000) + 3_600,
      domain: '',
    }),
  );

test('the script of docs/sdk.md plays a private video with a token', async ({ said, paste }) => {
  const script = scriptBeginning('https://your.host', 'new YT.Player');
  await paste(withToken(documentBlock('docs/sdk.md', script)));
  await expect.poll(() => said).toContain('1');
});

test('the element of docs/sdk.md plays a private video with a token, and requests nothing that is refused', async ({
  page,
  paste,
}) => {
  const refused: string[] = [];
  page.on('response', (response) => {
    if (response.status() >= 400 && response.url().startsWith('https://your.host'))
      refused.push(response.url());
  });
  const begins = '<script type="module" src="https://your.host/sdk/offstage-player.js"';
  const block = documentBlock('docs/sdk.md', begins);
  await paste(withToken(block).replace('/board.jpg', 'data:,'));
  await page.getByRole('button', { name: 'Play video' }).click();
  await expect(page.frameLocator('iframe').locator('#video-player')).toHaveAttribute(
    'data-state',
    'playing',
  );
  expect(refused).toEqual([]);
});
