import { expect, test } from 'vitest';
import { isoDuration } from '../../../../../server/pages/watch/video-times.ts';
import { formatTime } from '../../../../../shared/player/format-time.ts';
import { bundledMediaDir } from '../../support/media-samples.ts';
import { startTestServer } from '../../support/start-test-server.ts';
import { shareInFile } from '../../support/when-done.ts';
import { openWatchPage, startWithVideos } from './open-watch-page.ts';

const site = shareInFile(() => startWithVideos());

test('programs find the oEmbed link, Open Graph, the player card and schema.org’s description', async () => {
  const { embed } = site();
  const { metas, links, object } = await openWatchPage(
    embed,
    '/watch/video000001?t=5&utm_source=x',
  );
  const asked = encodeURIComponent(`${embed}/watch/video000001`);
  expect(links).toEqual({
    icon: 'data:,',
    canonical: `${embed}/watch/video000001`,
    'application/json+oembed': `${embed}/oembed?url=${asked}&format=json`,
    'text/xml+oembed': `${embed}/oembed?url=${asked}&format=xml`,
  });
  for (const type of ['application/json+oembed', 'text/xml+oembed'])
    expect((await fetch(links[type] ?? '')).status).toBe(200);
  expect(metas).toEqual({
    viewport: expect.any(String),
    description: 'One. Two.',
    'og:site_name': 'Testube',
    'og:type': 'video.other',
    'og:title': 'Tall & thin',
    'og:description': 'One. Two.',
    'og:url': `${embed}/watch/video000001`,
    'og:image': `${embed}/media/tall.jpg`,
    'og:image:alt': 'Tall & thin',
    'og:video': `${embed}/embed/video000001`,
    'og:video:type': 'text/html',
    'og:video:width': '360',
    'og:video:height': '640',
    'video:duration': '32',
    'video:release_date': '2026-05-01',
    'twitter:card': 'player',
    'twitter:title': 'Tall & thin',
    'twitter:image': `${embed}/media/tall.jpg`,
    'twitter:player': `${embed}/embed/video000001`,
    'twitter:player:width': '360',
    'twitter:player:height': '640',
  });
  expect(object).toEqual({
    '@context': 'https://schema.org',
    '@type': 'VideoObject',
    '@id': `${embed}/watch/video000001`,
    url: `${embed}/watch/video000001`,
    name: 'Tall & thin',
    description: 'One.\n\nTwo.',
    thumbnailUrl: [`${embed}/media/tall.jpg`],
    uploadDate: '2026-05-01',
    duration: 'PT32S',
    width: 360,
    height: 640,
    embedUrl: `${embed}/embed/video000001`,
    contentUrl: `${embed}/media/tall.mp4`,
    author: { '@type': 'Person', name: 'Ann' },
    publisher: { '@type': 'Organization', name: 'Testube', url: `${embed}/` },
    hasPart: [
      {
        '@type': 'Clip',
        name: 'First',
        startOffset: 0,
        endOffset: 20.5,
        url: `${embed}/watch/video000001?t=0`,
      },
      {
        '@type': 'Clip',
        name: 'Second',
        startOffset: 20.5,
        endOffset: expect.closeTo(32, 0),
        url: `${embed}/watch/video000001?t=20`,
      },
    ],
  });
});

test('a page leaves out unknown details of a video', async () => {
  const { embed } = site();
  const { metas, object } = await openWatchPage(embed, '/watch/video000003');
  expect(metas).not.toHaveProperty('og:image');
  expect(object).not.toHaveProperty('thumbnailUrl');
  expect(object.uploadDate).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
  expect(object.potentialAction).toEqual({
    '@type': 'SeekToAction',
    target: `${embed}/watch/video000003?t={seek_to_second_number}`,
    'startOffset-input': 'required name=seek_to_second_number',
  });
  const bundled = await startTestServer({ mediaDir: bundledMediaDir });
  const live = await openWatchPage(bundled.embed, '/watch/offstage004');
  expect(live.object).toMatchObject({
    publication: { '@type': 'BroadcastEvent', isLiveBroadcast: true },
  });
  for (const name of ['potentialAction', 'hasPart', 'duration', 'contentUrl'])
    expect(live.object).not.toHaveProperty(name);
  expect(live.metas).toHaveProperty('og:image:width');
});

test('over https all URLs are https, under any host name', async () => {
  const { embed } = site();
  const headers = { Host: 'player.example', 'X-Forwarded-Proto': 'https' };
  const { metas, links, object } = await openWatchPage(embed, '/watch/video000001', headers);
  expect(metas).toMatchObject({
    'og:url': 'https://player.example/watch/video000001',
    'og:video:secure_url': 'https://player.example/embed/video000001',
    'twitter:player': 'https://player.example/embed/video000001',
  });
  expect(links.canonical).toBe('https://player.example/watch/video000001');
  expect(JSON.stringify({ metas, links, object })).not.toMatch(/http:|127\.0\.0\.1/);
});

test.each([
  [0, '0:00', 'PT0S'],
  [7.9, '0:07', 'PT8S'],
  [64, '1:04', 'PT1M4S'],
  [3_600, '1:00:00', 'PT1H'],
  [36_061, '10:01:01', 'PT10H1M1S'],
])('%f seconds are %s for people and %s for programs', (seconds, clock, iso) => {
  expect([formatTime(seconds), isoDuration(seconds)]).toEqual([clock, iso]);
});
