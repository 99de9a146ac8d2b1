import fc from 'fast-check';
import { expect } from 'vitest';
import * as z from 'zod';
import { parseHls, renditionUris } from '../../server/library/probing/parse-hls.ts';
import { parseSidecar } from '../../server/library/sidecars/parse-sidecar.ts';
import { sidecarSchema } from '../../server/library/sidecars/sidecar.ts';
import { fuzz } from './support/fuzz.ts';
import { damaged, hostileJson, mutatedText } from './support/mutations.ts';

const texts = fc.oneof(fc.string({ unit: 'binary' }), fc.string());

const media =
  '#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXT-X-MAP:URI="i.mp4",BYTERANGE="10@0"\n#EXTINF:4,\n#EXT-X-BYTERANGE:5@10\na.mp4\n#EXT-X-ENDLIST\n';
const master =
  '#EXTM3U\n#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="n",URI="a.m3u8"\n#EXT-X-STREAM-INF:BANDWIDTH=1,RESOLUTION=1280x720,AUDIO="a"\nv.m3u8\n';

fuzz(
  'whatever a playlist says, it is read or refused',
  fc.oneof(
    mutatedText(fc.constantFrom(media, master)),
    texts.map((text) => `#EXTM3U\n${text}`),
  ),
  (text) => {
    const playlist = parseHls(text);
    if (playlist.ok)
      expect(renditionUris(playlist.value).every((uri) => typeof uri === 'string')).toBe(true);
    else expect(playlist.error.code).toBe('NO_PLAYLIST');
  },
);

const sidecar = {
  id: 'video000001',
  title: 'T',
  chapters: [{ startSeconds: 1, title: 'c' }],
  channel: { id: 'c', name: 'n' },
  watchUrl: '/w',
  live: true,
  playableWithin: [0, 0, 1, 1],
  clearKeys: { [`${'a'.repeat(32)}`]: 'b'.repeat(32) },
  drm: [{ keySystem: 'com.widevine.alpha', licenseUrl: 'https://a.example' }],
  unplayable: { errorCode: 'auth', reason: 'r' },
};

fuzz(
  'whatever a sidecar says, it is read or refused',
  fc.oneof(damaged(sidecar), hostileJson),
  (value) => {
    const parsed = z.safeParse(sidecarSchema, value);
    if (parsed.success && parsed.data.watchUrl !== undefined)
      expect(parsed.data.watchUrl).toMatch(/^(https?:)?\//);
    const read = parseSidecar(JSON.stringify(value) ?? '');
    if (!parsed.success) expect([...read.doubts, ...read.mistakes]).not.toEqual([]);
    if (read.doubts.length > 0) expect(read.sidecar.private).toBe(true);
  },
);
