/**
 * The head of a WebM file (EBML 1, a segment of unknown size, the beginning of its info), as
 * encoders write it.
 */
const webmHead = Buffer.from(
  '1a45dfa39f4286810142f7810142f2810442f381084282847765626d42878104428581021853806701ffffffffffffff1549a966',
  'hex',
);

/** A film that ends in zeros. mediabunny 1.61 reads the last eight bytes of it forever. */
export function endlessWebm(bytes = 300): Buffer {
  const film = Buffer.alloc(bytes);
  webmHead.copy(film);
  return film;
}

/**
 * A multivariant playlist that takes m3u8-parser seconds: its attributes are split by a pattern
 * that backtracks.
 */
export function slowPlaylist(): string {
  return `#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1${','.repeat(300_000)}\nv.m3u8\n`;
}

/** An MPD that takes the XML parser seconds. */
export const slowMpd = '<!--'.repeat(60_000);
