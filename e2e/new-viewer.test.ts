import { forgetViewer } from './support/forget-viewer.ts';
import { test } from './support/stage.ts';
import { expect } from './support/test.ts';

test('tests that share a server and a browser context begin with nothing stored', async ({
  page,
  server,
}) => {
  const stored = () => page.evaluate(async () => (await indexedDB.databases()).length);
  const open = () => page.goto(`${server.embedOrigin}/embed/offstage001?autoplay=1&mute=1`);
  await open();
  await expect.poll(stored).toBeGreaterThan(0);

  await page.goto('about:blank');
  await forgetViewer(page, server.embedOrigin);
  await page.goto(`${server.embedOrigin}/healthz`);
  expect(await stored()).toBe(0);
});
