/** The parts of mpd-parser 1 that the server uses; the package brings no types. Numbers are NaN where the MPD has none. */
declare module 'mpd-parser' {
  export interface SegmentAttributes {
    /** In units of `timescale`. */
    duration?: number;
    /** Units in a second; 1 when absent. */
    timescale?: number;
    endNumber?: string;
  }

  /** An `S` element, in units of `timescale`. */
  export interface TimelineEntry {
    t?: number;
    d?: number;
    r?: number;
  }

  /** A representation with what it inherits, before its segments are counted out. */
  export interface RepresentationInfo {
    attributes: SegmentAttributes & {
      type: string;
      /** Seconds; 0 when the MPD does not say. */
      sourceDuration: number;
      /** Seconds. */
      periodDuration?: number;
      baseUrl: string;
      width?: number;
      height?: number;
    };
    segmentInfo: {
      template?: SegmentAttributes;
      list?: SegmentAttributes;
      base?: SegmentAttributes;
      segmentTimeline?: TimelineEntry[];
    };
  }

  export interface ParsedRepresentation {
    /** Absent for a representation that is one file. */
    segments?: { resolvedUri: string; map?: { resolvedUri: string } }[];
    /** A representation that is one file with an index in it. */
    sidx?: { resolvedUri: string };
  }

  /** @throws Error for text that is no MPD */
  export function stringToMpdXml(xml: string): object;

  /** @throws Error for an MPD without periods */
  export function inheritAttributes(
    mpd: object,
    options: {
      manifestUri: string;
      eventHandler?: (event: { type: string; message: string }) => void;
    },
  ): { representationInfo: RepresentationInfo[] };

  /** Makes an object of each segment. */
  export function toPlaylists(representations: RepresentationInfo[]): ParsedRepresentation[];
}
