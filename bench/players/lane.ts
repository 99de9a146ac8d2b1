/** Format of the film, or a low-latency live stream of it in HLS. */
export type LaneSource = Source | 'live';
export type Source = 'mp4' | 'hls';

/** One way to put the video on a page. */
export interface Lane {
  id: string;
  title: string;
  kind: 'ours' | 'peer';
  source: LaneSource;
  /** Its configuration, for the reader of the report. */
  settings: string;
  /**
   * Selector of the play control, through shadow roots. `video` stands for the browser's controls,
   * which scripts cannot see.
   */
  control: string;
  /** Query of the embed page. */
  query?: string;
  /** Whether the page reports what it costs its viewer. */
  isMeasuringItself?: boolean;
  /** Script of `peers/pages`; missing if the page has none. */
  script?: string;
  /** Body of a peer's page. */
  body?: (media: Media) => string;
}

/** Address of the film, and whether the page autoplays it (muted). */
export interface Media {
  src: string;
  poster: string;
  isAutoplay: boolean;
}
