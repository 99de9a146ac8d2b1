import {
  configErrors,
  openWith,
  player,
  plays,
  problemsOf,
  test,
} from './support/open-with-config.ts';
import { expect } from './support/test.ts';

test.describe('rootElementId', () => {
  const withRoot = (rootElementId: string) => (config: Record<string, unknown>) => ({
    ...config,
    webPlayerContextConfig: { rootElementId },
  });
  /** A provider's own page. Without a use for it, the browser would warn of a preloaded poster. */
  const withoutShell = (place: string) => (html: string) =>
    html
      .replace(/<link rel="preload"[^>]*as="image"[^>]*>/, '')
      .replace(/<body>[\s\S]*<\/body>/, `<body>${place}</body>`);

  test('names an empty element in which the player is mounted [spec-3.2]', async ({
    page,
    server,
  }) => {
    const place = '<div id="stage" style="width:320px;height:180px"></div>';
    await openWith(page, server, withRoot('stage'), withoutShell(place));
    await expect(page.locator('#stage > #video-player')).toHaveCSS('width', '320px');
    await plays(page);
    await expect(page.locator('.bar')).toBeAttached();
    expect(await problemsOf(page)).toEqual([]);
  });

  test('names the player among several', async ({ page, server }) => {
    await openWith(page, server, withRoot('stage'), (html) =>
      html
        .replace(/<body>/, '<body><div class="player decoy"></div><div id="stage">')
        .replace('</body>', '</div></body>'),
    );
    await expect(page.locator('#stage .player')).toHaveAttribute('data-state', 'cued');
  });

  test('that matches no element is reported, and the page’s own player is used', async ({
    page,
    server,
  }) => {
    await openWith(page, server, withRoot('nowhere'));
    await expect(player(page)).toHaveAttribute('data-state', 'cued');
    await plays(page);
    await expect
      .poll(() => configErrors(page, server))
      .toEqual(['NO_ELEMENT webPlayerContextConfig.rootElementId']);
  });

  test.describe('on a page without a player element', () => {
    test.use({ expectedNoise: /There is no element for the player/ });

    test('is also requested on the console', async ({ page, server }) => {
      const shown = page.waitForEvent('pageerror');
      await openWith(page, server, (config) => config, withoutShell('<p>Nothing here.</p>'));
      expect((await shown).message).toContain('use the id of an existing one');
      await expect
        .poll(() => configErrors(page, server))
        .toEqual(['NO_ELEMENT webPlayerContextConfig.rootElementId']);
    });
  });
});
