/**
 * The parts of mpd-parser 1 that the server uses; the package has no types. A number missing in the
 * MPD is NaN.
 */
declare module 'mpd-parser' {
  export interface SegmentAttributes {
    /** In units of `timescale`. */
    duration?: number;
    /** Units per second; 1 if absent. */
    timescale?: number;
    endNumber?: string;
  }

  /** An `S` element, in units of `timescale`. */
  export interface TimelineEntry {
    t?: number;
    d?: number;
    r?: number;
  }

  /** A representation with inherited attributes, before its segments are enumerated. */
  export interface RepresentationInfo {
    attributes: SegmentAttributes & {
      type: string;
      /** Seconds; 0 if the MPD has none. */
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
    /** Absent if the representation is one file. */
    segments?: { resolvedUri: string; map?: { resolvedUri: string } }[];
    /** Present if the representation is one file that contains an index. */
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

  /** Makes an object for each segment. */
  export function toPlaylists(representations: RepresentationInfo[]): ParsedRepresentation[];
}
