import { hiDpiCookieName } from '../shared/wire/hi-dpi-cookie.ts';
import { serveHostPage } from './support/host-page.ts';
import { ownBrowser, withArguments } from './support/own-browser.ts';
import { testWithSharpPoster as test, sharpVideoId as videoId } from './support/sharp-poster.ts';
import { expect } from './support/test.ts';

// Emulated hi-dpi does not apply to frames of other sites.
test.use(ownBrowser(withArguments('--force-device-scale-factor=2'), { viewport: null }));

test('in a frame of another site the cookie is partitioned, and sent with the frame’s next page', async ({
  page,
  context,
  server,
}) => {
  const host = await serveHostPage(
    `<iframe src="${server.embedOrigin}/embed/${videoId}"></iframe>`,
  );
  const poster = () => page.frameLocator('iframe').locator('video').getAttribute('poster');
  await page.goto(host.url);
  expect(await poster()).toBe('/media/a.jpg');
  await expect
    .poll(async () => (await context.cookies()).find(({ name }) => name === hiDpiCookieName))
    .toMatchObject({
      value: '1',
      sameSite: 'None',
      secure: true,
      partitionKey: 'http://127.0.0.1',
    });
  await page.reload();
  expect(await poster()).toBe('/media/a.2x.jpg');
  await host.close();
});
