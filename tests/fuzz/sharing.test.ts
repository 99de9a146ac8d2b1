import fc from 'fast-check';
import { type DefaultTreeAdapterTypes, parse } from 'parse5';
import { expect } from 'vitest';
import type { LibraryVideo } from '../../server/library/open-video.ts';
import { describeOEmbed } from '../../server/pages/watch/describe-oembed.ts';
import { fitSize, shapeOf as pictureShape } from '../../server/pages/watch/fit-size.ts';
import { parseOEmbedQuery } from '../../server/pages/watch/parse-oembed-query.ts';
import { parseSharedAddress } from '../../server/pages/watch/shared-address.ts';
import { videoAddresses } from '../../server/pages/watch/video-addresses.ts';
import { watchHead } from '../../server/pages/watch/watch-head.ts';
import { renderWatchPage } from '../../server/pages/watch/watch-page.ts';
import { writeOEmbedXml } from '../../server/pages/watch/write-oembed-xml.ts';
import { isVideoId } from '../../shared/player/video-id.ts';
import { makeVideo } from '../unit/player/make-video.ts';
import { fuzz } from './support/fuzz.ts';
import { hostileText, shapeOf } from './support/hostile-text.ts';
import { mutatedText } from './support/mutations.ts';

const origin = 'https://player.example';

const addresses = fc.oneof(
  mutatedText(fc.constant(`${origin}/watch/offstage001?t=1m30s&list=PLx`)),
  mutatedText(fc.constant(`${origin}/watch?v=offstage001&start=5`)),
  mutatedText(fc.constant(`${origin}/embed/offstage001`)),
  fc.webUrl({ withQueryParameters: true, withFragments: true }),
  hostileText,
);

fuzz(
  'whatever address somebody asks about, it names a video of this server or none',
  addresses,
  (text) => {
    const found = parseSharedAddress(text, 'player.example');
    if (found === null) return;
    expect(isVideoId(found.videoId)).toBe(true);
    expect(new URL(text).host).toBe('player.example');
    expect(found.startSec === null || Number.isSafeInteger(found.startSec)).toBe(true);
    const { watchUrl, embedUrl, oembedUrl } = videoAddresses(origin, found);
    expect(new URL(watchUrl).pathname).toBe(`/watch/${found.videoId}`);
    expect(new URL(embedUrl).pathname).toBe(`/embed/${found.videoId}`);
    // The URL that programs find leads back to this video.
    expect(parseSharedAddress(watchUrl, 'player.example')).toEqual(found);
    expect(new URL(oembedUrl('xml')).searchParams.get('url')).toBe(watchUrl);
  },
);

const queries = fc.oneof(
  mutatedText(fc.constant('url=https%3A%2F%2Fa.example%2F&maxwidth=300&maxheight=200&format=xml')),
  mutatedText(fc.constant('format=json&url=x&maxheight=&maxwidth=01')),
  hostileText,
);
const lengths = fc.oneof(
  fc.integer({ min: 0, max: 20_000 }),
  fc.double({ min: 0, max: 20_000, noNaN: true }),
);

fuzz(
  'whatever is asked of oEmbed, the answer has a size within what is allowed, or says what is wrong',
  fc.tuple(queries, lengths, lengths),
  ([text, width, height]) => {
    const query = parseOEmbedQuery(new URLSearchParams(text));
    if (!query.ok) {
      expect(['NO_URL', 'BAD_SIZE', 'GIVEN_TWICE', 'BAD_FORMAT']).toContain(query.error.code);
      return;
    }
    const size = fitSize({ width, height }, query.value);
    const { maxWidth, maxHeight } = query.value;
    for (const [side, max] of [
      [size.width, maxWidth],
      [size.height, maxHeight],
    ] as const) {
      expect(Number.isInteger(side) && side >= 1).toBe(true);
      expect(side).toBeLessThanOrEqual(max ?? 20_000);
    }
    // Except for rounding, it has the picture's aspect ratio.
    const shape = pictureShape({ width, height });
    const isFlat =
      Math.min(shape.width, shape.height) * 1_000 < Math.max(shape.width, shape.height);
    if (!isFlat && size.width > 1 && size.height > 1)
      expect(Math.abs(size.width * shape.height - size.height * shape.width)).toBeLessThanOrEqual(
        (shape.width + shape.height) * 0.500_001,
      );
  },
);

const texts = fc.record({
  title: hostileText,
  author: hostileText,
  description: hostileText,
  chapter: hostileText,
  brand: hostileText,
  asked: hostileText,
});
type Texts = typeof texts extends fc.Arbitrary<infer T> ? T : never;

function pageOf({ title, author, description, chapter, brand, asked }: Texts) {
  const made = makeVideo({}, { chapters: [{ startSeconds: 1, title: chapter }], posterUrl: null });
  const response = {
    ...made,
    videoDetails: { ...made.videoDetails, title, author, shortDescription: description },
  };
  const video: LibraryVideo = {
    response,
    live: null,
    playableWithin: null,
    isPrivate: false,
    sharpPosterUrl: null,
    uploadDate: '2026-05-01',
  };
  const shared = { videoId: response.videoDetails.videoId, startSec: null, list: '' };
  const reported = {
    video,
    addresses: videoAddresses(origin, shared),
    origin,
    brand,
    poster: null,
  };
  const html = renderWatchPage({
    language: 'en',
    theme: null,
    brand,
    response,
    head: watchHead({ ...reported, isEmbeddable: true, isFilePublic: true }),
    query: new URLSearchParams({ list: asked, theme: asked }),
    addresses: reported.addresses,
    isEmbeddable: true,
  });
  const oembed = describeOEmbed({ ...reported, limits: { maxWidth: null, maxHeight: null } });
  return { html, oembed };
}

const shapes = new Map<string, unknown>();

fuzz(
  'whatever a video’s texts are, its page and its oEmbed frame are the same elements',
  texts,
  (given) => {
    const { html, oembed } = pageOf(given);
    // Empty parts are left out.
    const isShown = (text: string) => (text.trim() === '' ? '' : 'x');
    const calm: Texts = {
      title: given.title === '' ? '' : 'x',
      author: given.author === '' ? '' : 'x',
      description: isShown(given.description),
      chapter: 'x',
      brand: 'x',
      asked: 'x',
    };
    const key = JSON.stringify(calm);
    if (!shapes.has(key)) shapes.set(key, shapeOf(parse(pageOf(calm).html)));
    expect(shapeOf(parse(html))).toEqual(shapes.get(key));
    const frame = parse(oembed.html) as DefaultTreeAdapterTypes.Node;
    expect(shapeOf(frame)).toEqual(shapeOf(parse(pageOf(calm).oembed.html)));

    // No text is parsed as an element, and none breaks an element.
    const xml = writeOEmbedXml(oembed);
    expect(xml.match(/<[a-z_]+>/g)?.slice(1)).toEqual(
      Object.keys(oembed).map((name) => `<${name}>`),
    );
    expect(xml).toMatch(/^[\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]*$/u);
    expect(xml.replace(/&#\d+;/g, '')).not.toContain('&');
  },
);
