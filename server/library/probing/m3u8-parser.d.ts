/** The parts of m3u8-parser 7 that the server uses; the package has no types. */
declare module 'm3u8-parser' {
  export class Parser {
    /** The parsed playlist so far; `hlsPlaylistSchema` describes its shape. */
    manifest: unknown;
    push(text: string): void;
    end(): void;
  }
}
