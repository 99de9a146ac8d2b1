import { describe, expect, test } from 'vitest';
import { embedCode, shareLink } from '../../../src/ui/share/share-links.ts';
import { watchAddress } from '../../../src/ui/watch-address.ts';

const base = 'https://player.example/embed/offstage001?list=PL1&autoplay=1';
const video = { videoId: 'offstage001', title: 'Four Lights', width: 1280, height: 720 };

describe('the link', () => {
  test('is the server’s page of the video without what this player was opened with, where the operator names no other', () => {
    expect(shareLink(video, base, null)).toBe('https://player.example/watch/offstage001');
    expect(shareLink(video, base, 83.9)).toBe('https://player.example/watch/offstage001?t=83');
  });

  test.each([
    ['https://video.example/v/1?a=b', 'https://video.example/v/1?a=b&t=5'],
    ['/watch?v=offstage001', 'https://player.example/watch?v=offstage001&t=5'],
  ])('is the operator’s page %s', (watchUrl, link) => {
    expect(shareLink({ ...video, watchUrl }, base, 5)).toBe(link);
  });

  test.each([['javascript:alert(1)'], ['data:text/html,x'], ['http://'], [''], [7], [null], [{}]])(
    'is not %j, which is no address of the web',
    (watchUrl) => {
      expect(watchAddress(watchUrl, base)).toBeNull();
      expect(shareLink({ ...video, watchUrl }, base, null)).toBe('https://player.example/watch/offstage001');
    },
  );
});

describe('the embed code', () => {
  test('is a frame that may do what the player does, as wide as there is room, in the shape of the picture [feature-sharing]', () => {
    expect(embedCode(video, base, null)).toBe(
      '<iframe src="https://player.example/embed/offstage001" title="Four Lights" allow="autoplay; clipboard-write; encrypted-media; picture-in-picture; web-share" referrerpolicy="strict-origin-when-cross-origin" loading="lazy" style="width: 100%; aspect-ratio: 1280 / 720; border: 0" allowfullscreen></iframe>',
    );
  });

  test('keeps markup in a title inside the title', () => {
    const title = '"><script>alert(1)</script>&';
    expect(embedCode({ ...video, title }, base, null)).toContain(
      'title="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;&amp;"',
    );
  });

  test('starts at the time, and is wide where nothing says how large the picture is', () => {
    const code = embedCode({ ...video, width: 0, height: 0 }, base, 12);
    expect(code).toContain('src="https://player.example/embed/offstage001?start=12"');
    expect(code).toContain('aspect-ratio: 16 / 9');
  });
});
