import { extract } from '@extractus/oembed-extractor';
import openGraphScraper from 'open-graph-scraper';
import { unfurl } from 'unfurl.js';
import { serveHostPage } from '../support/host-page.ts';
import { expect, test } from '../support/test.ts';

/**
 * Values as open-graph-scraper returns them, except this machine's name, which has no top-level
 * domain.
 */
const urlValidatorSettings = {
  allow_fragments: true,
  allow_protocol_relative_urls: false,
  allow_query_components: true,
  allow_trailing_dot: false,
  allow_underscores: false,
  protocols: ['http', 'https'],
  require_host: true,
  require_port: false,
  require_protocol: true,
  require_tld: false,
  require_valid_protocol: true,
  validate_length: true,
};

const code = /^<iframe width="\d+" height="\d+" src="[^"]+" .* allowfullscreen><\/iframe>$/;

test.describe('a program that shows link previews', () => {
  // Chromium has no Web Share on Linux and warns for each frame that allows it.
  test.use({ expectedNoise: /Unrecognized feature: 'web-share'/ });

  test('finds the player by oEmbed alone (@extractus/oembed-extractor), and its code plays in another page [feature-unfurling]', async ({
    page,
    server,
  }) => {
    const found = await extract(`${server.embedOrigin}/watch?v=offstage001&t=32`);
    expect(found).toMatchObject({
      type: 'video',
      version: '1.0',
      method: 'auto-discovery',
      title: 'Four Lights',
      author_name: 'Offstage',
      provider_name: 'Offstage',
      provider_url: `${server.embedOrigin}/`,
      thumbnail_url: `${server.embedOrigin}/media/offstage001.jpg`,
      width: 640,
      height: 360,
      html: expect.stringMatching(code),
    });
    const small = await extract(`${server.embedOrigin}/watch/offstage002`, {
      maxwidth: 200,
      maxheight: 200,
    });
    expect(small).toMatchObject({ width: 113, height: 200 });

    const html = 'html' in found ? String(found.html) : '';
    const host = await serveHostPage(html.replace('?start', '?mute=1&amp;start'));
    await page.goto(host.url);
    await page.frameLocator('iframe').getByRole('button', { name: 'Play' }).click();
    const video = page.frameLocator('iframe').locator('video');
    await expect
      .poll(() => video.evaluate((media: HTMLVideoElement) => media.currentTime))
      .toBeGreaterThan(0.5);
    await host.close();
  });
});

test('a program that shows link previews finds the player card, Open Graph and oEmbed (unfurl.js)', async ({
  server,
}) => {
  const url = `${server.embedOrigin}/watch/offstage001`;
  const player = { url: `${server.embedOrigin}/embed/offstage001`, width: 640, height: 360 };
  const found = await unfurl(url);
  expect(found).toMatchObject({
    title: 'Four Lights - Offstage',
    description: expect.stringMatching(/^One day on a quiet lake/),
    canonical_url: url,
    oEmbed: { type: 'video', title: 'Four Lights', html: expect.stringMatching(code) },
    twitter_card: { card: 'player', title: 'Four Lights', players: [player] },
    open_graph: {
      site_name: 'Offstage',
      type: 'video.other',
      url,
      videos: [{ ...player, type: 'text/html' }],
    },
  });
  const [image] = found.open_graph.images ?? [];
  expect(image?.url).toBe(`${server.embedOrigin}/media/offstage001.jpg`);
  const picture = await fetch(image?.url ?? '');
  expect(picture.headers.get('content-type')).toBe('image/jpeg');
});

test('a program that reads search engine data finds the video and its clips (open-graph-scraper)', async ({
  server,
}) => {
  const { error, result } = await openGraphScraper({
    url: `${server.embedOrigin}/watch/offstage001`,
    urlValidatorSettings,
  });
  expect(error).toBe(false);
  expect(result).toMatchObject({
    ogTitle: 'Four Lights',
    ogType: 'video.other',
    twitterCard: 'player',
    jsonLD: [
      {
        '@type': 'VideoObject',
        name: 'Four Lights',
        duration: 'PT1M4S',
        embedUrl: `${server.embedOrigin}/embed/offstage001`,
        contentUrl: `${server.embedOrigin}/media/offstage001.mp4`,
        hasPart: [
          { name: 'Dawn' },
          { name: 'Noon' },
          { name: 'Dusk' },
          { name: 'Night', startOffset: 48 },
        ],
      },
    ],
  });
});
