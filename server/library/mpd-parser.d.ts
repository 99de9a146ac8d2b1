/** The parts of mpd-parser 1 that the server uses; the package brings no types. */
declare module 'mpd-parser' {
  export interface ParsedRepresentation {
    attributes: { RESOLUTION?: { width: number; height: number } };
    segments: { resolvedUri: string; map?: { resolvedUri: string } }[];
    /** A representation that is one file with an index in it. */
    sidx?: { resolvedUri: string };
  }

  export interface ParsedMpd {
    /** Seconds; absent or 0 for a dynamic presentation. */
    duration?: number;
    playlists: ParsedRepresentation[];
    mediaGroups: Record<string, Record<string, Record<string, { playlists?: ParsedRepresentation[] }>>>;
  }

  /** @throws Error for XML that is no MPD */
  export function parse(
    xml: string,
    options: { manifestUri: string; eventHandler?: (event: { type: string; message: string }) => void },
  ): ParsedMpd;
}
