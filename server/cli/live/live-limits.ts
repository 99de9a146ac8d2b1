/** offstage live */
export const liveLimits = {
  /** design: length of a segment, and interval of keyframes. */
  segmentSec: 2,
  /** design: length of a part; players stay three of them behind. */
  partSec: 0.5,
  /** design: how far viewers can rewind a stream that is not recorded. */
  windowSec: 60,
  /** design: a file is removed this long after it has left the playlist; players still fetch it. */
  keptSec: 20,
  /** RFC 8216bis 6.2.2: parts are listed while they are this near to the end. */
  partsListedCount: 3,
  /** design: encoding is as fast as playback, so fewer qualities than of a film. */
  renditionCount: 3,
  /** design: pixels of the shorter side; larger pictures are scaled down. */
  sideMaxPx: 1_080,
  /** design: difference of width by height that gets no bars; sizes are rounded to even numbers. */
  shapeTolerance: 0.02,
  /** design: the beginning of a stream, in which ffprobe finds its tracks. */
  probeMaxBytes: 2_000_000,
  /** design: how long that beginning is waited for. */
  probeMs: 3_000,
  /** design: an encoder’s box; one of half a second is far smaller. */
  boxMaxBytes: 32_000_000,
  /** design: wait before a source is opened again after a failure. */
  reopenMs: 1_000,
  /** design: how long an encoder may take to write its end. */
  endMs: 10_000,
} as const;

/** offstage live: RTMP */
export const rtmpLimits = {
  /** RTMP 5.2: bytes of each packet of the handshake. */
  handshakeBytes: 1_536,
  /** RTMP 5.4.1: chunk size before any other is set. */
  chunkBytes: 128,
  /** design: largest accepted chunk size. */
  chunkMaxBytes: 1_000_000,
  /** design: a message; a keyframe of 100 Mbit/s is smaller. */
  messageMaxBytes: 8_000_000,
  /** design: a message before the key is known: commands only. */
  commandMaxBytes: 16_000,
  /** design: chunk streams of a connection; encoders use up to six. */
  chunkStreamsCount: 16,
  /** design: levels of a command’s objects. */
  depthCount: 8,
  /** design: connections that have not shown a key; a further one replaces the oldest. */
  waitingCount: 16,
  /** design: how long a connection may take to show the key. */
  keyMs: 10_000,
  /** design: a sender without data for this long has gone. */
  silenceMs: 30_000,
  /** RTMP 5.4.4: bytes after which each side acknowledges what it got. */
  windowBytes: 2_500_000,
} as const;
