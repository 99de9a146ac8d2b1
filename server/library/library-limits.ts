import type { CostLimit } from '../http/cost-limit.ts';

const unplayable = 'the video cannot be played; the server names the file with the reason';

/** Limits on the cost of reading the media directory's files. */
export const libraryLimits = {
  /**
   * Reading a valid film takes some milliseconds; the parts of a short low-latency stream take 40
   * to 95 in a new thread. Pages do not wait for a file that takes longer.
   */
  probeFirstCpuMs: {
    value: 250,
    bounds: 'computing time of the first attempt to read a file, milliseconds',
    scope: 'file',
    over: 'the file is read after all others',
  },
  /** The largest playlists (a day of one-second segments) need about 0.6 s. */
  probeCpuMs: {
    value: 3_000,
    bounds: 'computing time of the second attempt to read a file, milliseconds',
    scope: 'file',
    over: `${unplayable}; it is read again when it has changed`,
  },
  /** Computing time does not grow while a disk does not answer. */
  probeWallMs: {
    value: 60_000,
    bounds: 'time to read a file, milliseconds, also if the disk does not answer',
    scope: 'file',
    over: `${unplayable}; it is read again when it has changed`,
  },
  probeMemoryMb: {
    value: 384,
    bounds: 'memory of the thread that reads a file, megabytes',
    scope: 'file',
    over: `${unplayable}; it is read again when it has changed`,
  },
  /** The index of a film of ten hours has about 20 MB. */
  probeReadBytes: {
    value: 128_000_000,
    bounds: 'bytes read of a film to learn what it is',
    scope: 'file',
    over: unplayable,
  },
  /** A day of one-second segments has about 10 MB. */
  playlistBytes: {
    value: 32_000_000,
    bounds: 'bytes of an HLS playlist or an MPD',
    scope: 'file',
    over: unplayable,
  },
  playlistReferences: {
    value: 100_000,
    bounds: 'files that a playlist or an MPD names',
    scope: 'file',
    over: unplayable,
  },
  /** Each takes about 100 bytes of memory. */
  libraryReferences: {
    value: 1_000_000,
    bounds: 'files that all playlists and MPDs of a library name',
    scope: 'server',
    over: 'videos of the playlists beyond it, in the order in which they are read, cannot be played; the server names the files',
  },
  foreignOrigins: {
    value: 100,
    bounds: 'other hosts that a playlist or an MPD names',
    scope: 'file',
    over: unplayable,
  },
  /** A day of six-second segments in three renditions has 43,200. */
  liveSegments: {
    value: 50_000,
    bounds: 'segments and parts of all renditions of a recording that is looped as a live stream',
    scope: 'file',
    over: 'the video is not live; the server names the file',
  },
  storyboardBytes: {
    value: 1_000_000,
    bounds: 'bytes of a storyboard whose pictures are looked for',
    scope: 'file',
    over: 'its pictures belong to the videos of their folder',
  },
  pictureBytes: {
    value: 512_000,
    bounds: 'bytes of a poster that are read for its size',
    scope: 'file',
    over: 'pages and other programs get no size with the picture',
  },
  threads: {
    value: 2,
    bounds: 'threads that read media files',
    scope: 'server',
    over: 'files wait for their turn',
  },
  /**
   * Computing time instead of clock time: a busy machine reads the same files before it answers
   * with pages.
   */
  startCpuMs: {
    value: 1_000,
    bounds:
      'computing time for which the first pages, or a look at a changed directory, wait for the files, milliseconds',
    scope: 'server',
    over: 'the server answers and reads on; the videos of unread files say that they are still being read',
  },
  startWallMs: {
    value: 60_000,
    bounds:
      'time for which the first pages wait for the files, milliseconds, also if the disk does not answer',
    scope: 'server',
    over: 'the same',
  },
} as const satisfies Record<string, CostLimit>;
