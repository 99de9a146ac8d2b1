/** offstage add: reading a film */
export const addLimits = {
  /** design: sidecars read at a time. */
  openCount: 8,
  /** design: samples of a file that identify it. */
  sampleCount: 64,
  /** design: one such sample. */
  sampleBytes: 65_536,
  /**
   * design: kept characters of a tool’s messages: a damaged file can make it repeat itself for
   * hours.
   */
  complaintMaxChars: 4_000,
  /** design: title of a video; longer ones are cut. */
  titleMaxChars: 500,
  /**
   * design: name of a video’s folder; file systems allow 255 bytes, and the folder’s files have
   * longer names.
   */
  folderNameMaxBytes: 120,
} as const;

/** offstage add: renditions */
export const encodingLimits = {
  /**
   * design: interval of keyframes; the same in all renditions, so that players can switch between
   * them.
   */
  keyframeSec: 2,
  /** design: length of a segment. */
  segmentSec: 4,
  /** design: frames per second; screens show up to this rate, and few viewers notice more. */
  frameRateMax: 60,
  /** design: rates closer than this (relative) are equal, written differently. */
  frameRateTolerance: 0.01,
  /**
   * design: a rendition’s side as a share of the one above; with hardly fewer pixels it is useless.
   */
  stepShareMax: 0.8,
  /** design: bits per second of the smallest rendition. */
  bitrateMin: 150_000,
  /** design: bits per second of an audio track. */
  soundBitrate: 128_000,
  /** design: expected size with container overhead. */
  overheadFactor: 1.05,
  /** design: expected size of posters and storyboard. */
  picturesBytes: 20_000_000,
  /**
   * design: share of the stated duration that the encoded film must have; a damaged file claims to
   * be longer than it is.
   */
  lengthMinShare: 0.9,
  /** design: a film may be shorter by this much besides. */
  lengthSlackSec: 2,
} as const;

/** offstage add: pictures */
export const pictureLimits = {
  /** design: pixels of a poster’s longer side, for most screens. */
  posterPx: 1_280,
  /** design: the same for hi-dpi screens. */
  sharpPosterPx: 2_560,
  /** design: the poster’s place as a share of the film; films often begin dark. */
  posterAtShare: 0.1,
  /** design: the poster’s place at most. */
  posterAtMaxSec: 60,
  /** design: columns and rows of a storyboard’s sheet. */
  sheetSideCount: 10,
  /** design: shortest interval between the thumbnails of a storyboard. */
  tileEveryMinSec: 2,
  /**
   * design: thumbnails of a long film; a player fetches each sheet when the pointer reaches its
   * time.
   */
  tilesCount: 1_000,
} as const;
