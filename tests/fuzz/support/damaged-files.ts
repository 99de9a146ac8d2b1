import { readFileSync } from 'node:fs';
import fc from 'fast-check';

const sample = (name: string) => readFileSync(new URL(`./media/${name}`, import.meta.url));

const segments = Array.from({ length: 20 }, (_, index) => `#EXTINF:2.0,\nseg-${index}.m4s`).join(
  '\n',
);
const mpd = `<?xml version="1.0"?><MPD xmlns="urn:mpeg:dash:schema:mpd:2011" type="static" mediaPresentationDuration="PT40S"><!-- a --><Period><AdaptationSet mimeType="video/mp4"><SegmentTemplate timescale="1" media="s-$RepresentationID$-$Number%03d$.m4s" initialization="i.mp4"><SegmentTimeline><S t="0" d="2" r="19"/></SegmentTimeline></SegmentTemplate><Representation id="1" bandwidth="1000" width="64" height="36"/></AdaptationSet></Period></MPD>`;
const sidecar = JSON.stringify({
  title: 'T',
  chapters: [{ startSeconds: 1, title: 'c' }],
  live: true,
  playableWithin: [0, 0, 1, 1],
  drm: [{ keySystem: 'com.widevine.alpha', licenseUrl: 'https://a.example' }],
});

/** A good file of each kind that a server reads, by extension. */
export const goodFiles: Readonly<Record<string, Buffer>> = {
  webm: sample('film.webm'),
  mp4: sample('film.mp4'),
  m3u8: Buffer.from(
    `#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXT-X-MAP:URI="i.mp4",BYTERANGE="10@0"\n${segments}\n#EXT-X-ENDLIST\n`,
  ),
  mpd: Buffer.from(mpd),
  json: Buffer.from(sidecar),
  'storyboard.vtt': Buffer.from('WEBVTT\n\n00:00.000 --> 00:10.000\nfilm.jpg#xywh=0,0,16,9\n'),
  'en.vtt': Buffer.from('WEBVTT\n\n00:00.000 --> 00:10.000\nText\n'),
  jpg: sample('picture.jpg'),
  png: sample('picture.png'),
  webp: sample('picture.webp'),
};

/**
 * @returns the file truncated, with zeros or other bytes in it, with a piece of another file,
 * twice, or longer
 */
export function damagedFile(good: Buffer): fc.Arbitrary<Buffer> {
  // Heads matter most: half of all damage is there.
  const place = fc.oneof(
    fc.integer({ min: 0, max: Math.min(400, good.length) }),
    fc.integer({ min: 0, max: good.length }),
  );
  const others = fc.constantFrom(...Object.values(goodFiles));
  const damage = fc.oneof(
    place.map((at) => good.subarray(0, at)),
    fc
      .tuple(place, fc.integer({ min: 1, max: 5_000 }))
      .map(([at, count]) => overwrite(good, at, Buffer.alloc(count))),
    // Zeros from some position to the end, in a file of another size.
    fc
      .tuple(place, fc.integer({ min: 0, max: 1_000 }))
      .map(([at, count]) => Buffer.concat([good.subarray(0, at), Buffer.alloc(count)])),
    fc
      .tuple(place, fc.uint8Array({ minLength: 1, maxLength: 12 }))
      .map(([at, bytes]) => overwrite(good, at, Buffer.from(bytes))),
    fc
      .tuple(place, others, place)
      .map(([at, other, from]) =>
        Buffer.concat([good.subarray(0, at), other.subarray(from), good.subarray(at)]),
      ),
    fc
      .tuple(place, place, fc.integer({ min: 2, max: 2_000 }))
      .map(([from, to, count]) => repeat(good, Math.min(from, to), Math.max(from, to), count)),
    fc.uint8Array({ maxLength: 2_000 }).map((bytes) => Buffer.concat([good, Buffer.from(bytes)])),
  );
  return damage;
}

function overwrite(good: Buffer, at: number, bytes: Buffer): Buffer {
  const damaged = Buffer.from(good);
  bytes.copy(damaged, at);
  return damaged;
}

/** A repeated short piece, which slows parsers with a quadratic step. */
function repeat(good: Buffer, from: number, to: number, count: number): Buffer {
  const piece = good.subarray(from, Math.min(to, from + 8));
  return Buffer.concat([
    good.subarray(0, from),
    ...Array.from({ length: count }, () => piece),
    good.subarray(from),
  ]);
}
