import { describe, expect, test } from 'vitest';
import { watchAddress } from '../../../../../src/parts/watch-address.ts';
import {
  embedCode,
  linksOfPanel,
  shareLink,
} from '../../../../../src/ui/panels/share/share-links.ts';

const base = 'https://player.example/embed/offstage001?list=PL1&autoplay=1';
const whole = { seconds: null, listId: '' };
const video = { videoId: 'offstage001', title: 'Four Lights', width: 1280, height: 720 };

describe('the link', () => {
  test('is the server’s page of the video without this player’s parameters, unless the operator names another', () => {
    expect(shareLink(video, base, whole)).toBe('https://player.example/watch/offstage001');
    expect(shareLink(video, base, { ...whole, seconds: 83.9 })).toBe(
      'https://player.example/watch/offstage001?t=83',
    );
  });

  test.each([
    ['https://video.example/v/1?a=b', 'https://video.example/v/1?a=b&t=5'],
    ['/watch?v=offstage001', 'https://player.example/watch?v=offstage001&t=5'],
  ])('is the operator’s page %s', (watchUrl, link) => {
    expect(shareLink({ ...video, watchUrl }, base, { ...whole, seconds: 5 })).toBe(link);
  });

  test.each([['javascript:alert(1)'], ['data:text/html,x'], ['http://'], [''], [7], [null], [{}]])(
    'is not %j, which is no web address',
    (watchUrl) => {
      expect(watchAddress(watchUrl, base)).toBeNull();
      expect(shareLink({ ...video, watchUrl }, base, whole)).toBe(
        'https://player.example/watch/offstage001',
      );
    },
  );
});

describe('the embed code', () => {
  test('is a frame with the player’s permissions, as wide as there is room, with the picture’s aspect ratio [feature-sharing]', () => {
    expect(embedCode(video, base, whole)).toBe(
      '<iframe src="https://player.example/embed/offstage001" title="Four Lights" allow="autoplay; clipboard-write; encrypted-media; picture-in-picture; web-share" referrerpolicy="strict-origin-when-cross-origin" loading="lazy" style="width: 100%; aspect-ratio: 1280 / 720; border: 0" allowfullscreen></iframe>',
    );
  });

  test('keeps markup in a title inside the title', () => {
    const title = '"><script>alert(1)</script>&';
    expect(embedCode({ ...video, title }, base, whole)).toContain(
      'title="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;&amp;"',
    );
  });

  test('starts at the time, and is wide when the picture’s size is unknown', () => {
    const code = embedCode({ ...video, width: 0, height: 0 }, base, { ...whole, seconds: 12 });
    expect(code).toContain('src="https://player.example/embed/offstage001?start=12"');
    expect(code).toContain('aspect-ratio: 16 / 9');
  });
});

test('links lead into the playlist on request', () => {
  const place = { seconds: 5, listId: 'PL 1' };
  expect(shareLink(video, base, place)).toBe(
    'https://player.example/watch/offstage001?t=5&list=PL+1',
  );
  expect(embedCode(video, base, place)).toContain(
    'src="https://player.example/embed/offstage001?start=5&amp;list=PL+1"',
  );
});

test('the API’s links get the time that the viewer chose', () => {
  const embedUrl = 'https://cdn.example/embed/offstage001?list=PL1&a=$&';
  const panel = {
    title: 'Four Lights',
    url: 'https://example.com/v/1?list=PL1',
    embedUrl,
    embedCode: `<iframe src="${embedUrl.replaceAll('&', '&amp;')}"></iframe>`,
  };
  expect(linksOfPanel(panel, null)).toEqual({
    link: 'https://example.com/v/1?list=PL1',
    code: '<iframe src="https://cdn.example/embed/offstage001?list=PL1&amp;a=$&amp;"></iframe>',
  });
  expect(linksOfPanel(panel, 7)).toEqual({
    link: 'https://example.com/v/1?list=PL1&t=7',
    code: '<iframe src="https://cdn.example/embed/offstage001?list=PL1&amp;a=%24&amp;start=7"></iframe>',
  });
});
