/** The parts of m3u8-parser 7 that the server uses; the package brings no types. */
declare module 'm3u8-parser' {
  export class Parser {
    /** What has been read so far; `hlsPlaylistSchema` knows its shape. */
    manifest: unknown;
    push(text: string): void;
    end(): void;
  }
}
