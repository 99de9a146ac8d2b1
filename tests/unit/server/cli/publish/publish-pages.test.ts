import { join } from 'node:path';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { pageConfigSchema } from '../../../../../shared/page/page-config-schema.ts';
import type { StaticPage } from '../../../../../shared/page/static-page.ts';
import { tempDirectory } from '../../support/temp-directory.ts';
import { apiOrigin, film, pagesOrigin, publishFilms, staticScript } from './publish-films.ts';

function jsonOf(html: string, id: string): unknown {
  const json = new RegExp(`<script type="application/json" id="${id}">(.*?)</script>`, 's').exec(
    html,
  )?.[1];
  return JSON.parse(json ?? '');
}

test('a page has the whole reply with the server’s addresses, and nothing that belongs to a viewer [threat-published-files]', async () => {
  const { read } = await publishFilms({ values: { brand: 'B' } });
  const html = read('embed/video000001.html');
  const config = z.parse(pageConfigSchema, jsonOf(html, 'page-config'));
  expect(config).toMatchObject({ apiOrigin: apiOrigin, brand: 'B' });
  expect(config.playerResponse).toMatchObject({
    posterUrl: `${apiOrigin}/media/video000001.jpg`,
    sources: [{ url: `${apiOrigin}/media/video000001.mp4` }],
    videoDetails: { watchUrl: `${apiOrigin}/watch/video000001` },
  });
  expect(JSON.stringify(config)).not.toMatch(/embedPass|"\/media|visitorId|authorization/);
  expect(html).toContain(`poster="${apiOrigin}/media/video000001.jpg"`);
  // Before the shell's own script, which reads the element that this one writes.
  expect(html).toContain(`<script>${staticScript}</script><script>shell()</script></body>`);
});

test('the page for all other videos has no reply and asks the API', async () => {
  const { read } = await publishFilms();
  const config = jsonOf(read('404.html'), 'page-config');
  expect(config).toMatchObject({ apiOrigin: apiOrigin });
  expect(config).not.toHaveProperty('playerResponse');
  expect(jsonOf(read('404.html'), 'static-page')).toMatchObject({ videoId: null, playlists: [] });
});

test('the operator’s page texts and the lists with the video are included, and the URL selects one', async () => {
  const config = tempDirectory({
    'page.json': JSON.stringify({ args: { theme: 'light', autoplay: '1' } }),
  });
  const { read } = await publishFilms({
    media: {
      ...film('video000001', { author: 'Ada' }),
      ...film('video000002', { author: 'Bob' }),
      'playlists.json': JSON.stringify({
        PLboth: { title: 'Both', videos: ['video000001', 'video000002'] },
        PLother: { title: 'Other', videos: ['video000002'] },
      }),
    },
    values: { 'page-config': join(config, 'page.json'), 'private-host': 'nocookie.example' },
  });
  const page = jsonOf(read('embed/video000001.html'), 'static-page') as StaticPage;
  expect(page).toMatchObject({
    videoId: 'video000001',
    packaging: 'progressive',
    hasPoster: true,
    args: { theme: 'light', autoplay: '1' },
    privateHost: 'nocookie.example',
    uploads: { title: 'Ada', videoIds: ['video000001'] },
  });
  expect(page.playlists.map(({ playlistId }) => playlistId)).toEqual(['PLboth']);
});

test('the policy allows the player’s API requests and the page’s scripts by their hashes, and no inline code [threat-published-headers]', async () => {
  const { read } = await publishFilms({ values: { 'bot-detection': 'on' } });
  const policy =
    /\/embed\/\*\n(?: {2}.*\n)*? {2}Content-Security-Policy: (.*)\n/.exec(read('_headers'))?.[1] ??
    '';
  const directive = (name: string) =>
    policy.split('; ').find((part) => part.startsWith(`${name} `));
  expect(directive('connect-src')).toBe(`connect-src 'self' ${pagesOrigin} ${apiOrigin}`);
  expect(directive('img-src')).toBe(`img-src 'self' ${pagesOrigin} data: ${apiOrigin}`);
  expect(directive('media-src')).toBe(`media-src 'self' ${pagesOrigin} blob: ${apiOrigin}`);
  expect(directive('script-src')).toMatch(
    new RegExp(`^script-src 'self' ${pagesOrigin}( 'sha256-[\\w+/]+=')+ ${apiOrigin}$`),
  );
  expect(policy).toContain("require-trusted-types-for 'script'");
  expect(policy).not.toMatch(/unsafe-|frame-ancestors/);
});

test('a title with markup is text in the page, and a source with a dollar is no nginx variable', async () => {
  const { read } = await publishFilms({
    media: film('video000001', { title: '</script><img src=x onerror=alert(1)>' }),
    values: { 'csp-extra': 'script-src https://a.example/$uri"' },
  });
  expect(read('embed/video000001.html')).not.toContain('<img src=x');
  expect(read('nginx.conf')).toContain('https://a.example/%24uri\\"');
});
