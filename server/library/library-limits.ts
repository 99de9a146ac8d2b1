import { guardLimits } from '../access/guard/guard-limits.js';
import type { CostLimit } from '../http/cost-limit.ts';

const unplayable = 'the video cannot be played; the server logs the file and the reason';

/** Limits on the cost of reading the media directory's files. */
export const libraryLimits = {
  /**
   * Reading a valid film takes some milliseconds; the parts of a short low-latency stream take 40
   * to 95 in a new thread. Pages do not wait for a file that takes longer.
   */
  probeFirstCpuMs: {
    value: 250,
    bounds: 'milliseconds of CPU time for the first attempt to read a file',
    scope: 'file',
    over: 'the file is read after all others',
  },
  /** The largest playlists (a day of one-second segments) need about 0.6 s. */
  probeCpuMs: {
    value: 3_000,
    bounds: 'milliseconds of CPU time for the second attempt to read a file',
    scope: 'file',
    over: `${unplayable}; it is read again after a change`,
  },
  /** Computing time does not grow while a disk does not answer. */
  probeWallMs: {
    value: 60_000,
    bounds: 'milliseconds to read a file, also if the disk does not answer',
    scope: 'file',
    over: `${unplayable}; it is read again after a change`,
  },
  probeMemoryMb: {
    value: 384,
    bounds: 'megabytes of memory of the thread that reads a file',
    scope: 'file',
    over: `${unplayable}; it is read again after a change`,
  },
  /** The index of a film of ten hours has about 20 MB. */
  probeReadBytes: {
    value: 128_000_000,
    bounds: 'bytes read of a media file to find its metadata',
    scope: 'file',
    over: unplayable,
  },
  playlistBytes: {
    value: guardLimits.manifestMaxBytes,
    bounds: 'bytes of an HLS playlist or an MPD',
    scope: 'file',
    over: unplayable,
  },
  playlistReferences: {
    value: 100_000,
    bounds: 'files in a playlist or an MPD',
    scope: 'file',
    over: unplayable,
  },
  /** Each takes about 100 bytes of memory. */
  libraryReferences: {
    value: 1_000_000,
    bounds: 'files in all playlists and MPDs of a library',
    scope: 'server',
    over: 'videos of further playlists, in reading order, cannot be played; the server logs the files',
  },
  foreignOrigins: {
    value: 100,
    bounds: 'other hosts in a playlist or an MPD',
    scope: 'file',
    over: unplayable,
  },
  /** A day of six-second segments in three renditions has 43,200. */
  liveSegments: {
    value: 50_000,
    bounds: 'segments and parts in all renditions of a recording that is looped as a live stream',
    scope: 'file',
    over: 'the video is not live; the server logs the file',
  },
  storyboardBytes: {
    value: 1_000_000,
    bounds: 'bytes of a storyboard that are searched for pictures',
    scope: 'file',
    over: 'its pictures are assigned to the videos of their folder',
  },
  pictureBytes: {
    value: 512_000,
    bounds: 'bytes of a poster read to find its size',
    scope: 'file',
    over: 'the picture is published without its size',
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
      'milliseconds of CPU time that the first pages, or the reading of a changed directory, wait for the files',
    scope: 'server',
    over: 'the server answers and continues reading; videos of unread files say that the server is still reading them',
  },
  startWallMs: {
    value: 60_000,
    bounds:
      'milliseconds that the first pages wait for the files, also if the disk does not answer',
    scope: 'server',
    over: 'the same',
  },
} as const satisfies Record<string, CostLimit>;
