import { followLibrary } from './follow-library.ts';
import { createChangesReport, type LibraryChanges } from './library-changes.ts';
import { hasMissingStream } from './missing-streams.ts';
import { noPatience, startPatience } from './probing/patience.ts';
import { probePool } from './probing/probe-pool.ts';
import { createFactsMemory } from './probing/remember-facts.ts';
import type { ProbePool } from './probing/start-probe-pool.ts';
import { readingLimits } from './reading-limits.ts';
import { restrictLibrary } from './restrict-library.ts';
import type { Library } from './scan-library.ts';
import { readLibrary } from './scan-library.ts';
import { stampLibrary } from './stamp-library.ts';
import { startRescans } from './start-rescans.ts';

/** A library that follows its directory. */
export interface OpenLibrary {
  /** Its content changes atomically, from one reading to the next; empty until `whenRead`. */
  library: Library;
  /** Settles with the first reading; rejects if the directory cannot be read. */
  whenRead: Promise<void>;
  /** Checks for changes now, and reads the directory again if there are any. */
  rescan(): Promise<void>;
  stop(): void;
}

export interface OpenLibraryDeps {
  /** Whether the files of all videos are guarded, not only those of private ones. */
  signsAll: boolean;
  /** Gets the new sentences each time the library was read again. */
  onChange: (warnings: readonly string[]) => void;
  /** Gets the videos that were added, removed or changed after the first reading. */
  onVideosChange?: (changes: LibraryChanges) => void;
  /** Gets the number of unread files: at the start, each time it has halved, and 0 at the end. */
  onProgress?: (pendingCount: number) => void;
  /** Interval between checks in milliseconds; 0 for never. */
  rescanEveryMs?: number;
  pool?: Pick<ProbePool, 'run' | 'prioritize' | 'onceSlow'>;
  /** Ends the wait for files. */
  signal?: AbortSignal;
}

/**
 * Reads a media directory, and reads it again when it or its folders have changed. Requirements:
 *
 * 1. Threads read files, and no caller waits for them longer than `startPatience`. Videos of unread
 *    files have the status `stillReading`.
 * 2. Every check rebuilds the library from the known facts, so that a sidecar takes effect at once,
 *    even while a film is being read.
 * 3. While playlists of private videos are unread, a file is public only if it was public before
 *    (`veilLibrary`).
 * 4. A growing stream whose playlist is missing keeps the library as it was, until several checks
 *    in a row have missed it.
 * 5. Checks take a limited share of the time: a library of 100,000 files is checked less often.
 *
 * @param mediaDir must exist and be readable; if it becomes unreadable later, the library stays as
 *   it was
 */
export function openLibrary(
  mediaDir: string,
  {
    signsAll,
    onChange,
    onVideosChange = () => {},
    onProgress = () => {},
    rescanEveryMs = readingLimits.rescanEveryMs,
    pool = probePool,
    signal,
  }: OpenLibraryDeps,
): OpenLibrary {
  const memory = createFactsMemory(mediaDir, pool);
  const reportProgress = createProgressReport(onProgress);
  const reportChanges = createChangesReport(onVideosChange);
  let current: Library | null = null;
  let isStopped = false;
  let seenStamp = '';
  let seenReadCount = 0;
  let trouble = '';
  let looking: Promise<void> | null = null;
  /** Processor time of the last check in milliseconds. */
  let workMs = 0;
  /** Checks in a row that found a growing stream without its playlist. */
  let missingCount = 0;

  async function read(): Promise<readonly string[]> {
    const startMs = threadMs();
    // List before reading, so that a later change gives another stamp.
    const { listing, stamps, stamp } = await stampLibrary(mediaDir);
    const hasChanged = stamp !== seenStamp;
    workMs = threadMs() - startMs;
    const isKnown = !hasChanged && !memory.isDoubtful && memory.readCount === seenReadCount;
    if (current !== null && isKnown) return [];
    const patience = hasChanged || memory.isDoubtful ? startPatience(pool) : null;
    const end = () => patience?.end();
    signal?.addEventListener('abort', end, { once: true });
    if (signal?.aborted) end();
    const readCount = memory.readCount;
    const { library, isSettled } = await readLibrary(mediaDir, {
      signsAll,
      memory,
      patience: patience ?? noPatience,
      listing,
      stamps,
    });
    signal?.removeEventListener('abort', end);
    end();
    workMs = threadMs() - startMs;
    const isIncomplete = hasMissingStream(current, library);
    missingCount = isIncomplete ? missingCount + 1 : 0;
    if (missingCount > 0 && missingCount < readingLimits.brokenStreamCount) return [];
    // Not before: a playlist that is back keeps what is known of it while it is read again.
    memory.forgetOthers();
    const known = new Set(current?.warnings);
    current = isSettled ? library : restrictLibrary(current, library);
    reportChanges(current.videos);
    seenStamp = stamp;
    // The library may lack files that were read meanwhile; the next check rebuilds it.
    seenReadCount = readCount;
    return library.warnings.filter((warning) => !known.has(warning));
  }

  async function rescan(): Promise<void> {
    try {
      const fresh = await read();
      trouble = '';
      if (fresh.length > 0) onChange(fresh);
      reportProgress(current?.pendingCount ?? 0);
    } catch (error) {
      // The directory is unmounted or not readable: keep serving known files that still exist.
      const cause = error instanceof Error ? error.message : String(error);
      if (cause === trouble) return;
      trouble = cause;
      onChange([
        `${mediaDir}: the directory cannot be read (${cause}); the library stays unchanged.`,
      ]);
    }
  }

  function rescanOnce(): Promise<void> {
    looking ??= rescan().finally(() => {
      looking = null;
    });
    return looking;
  }

  let stopLooking = () => {};
  async function open(): Promise<void> {
    await read();
    reportProgress(current?.pendingCount ?? 0);
    if (rescanEveryMs > 0 && !isStopped)
      stopLooking = startRescans(rescanEveryMs, () => rescanOnce().then(() => workMs));
  }

  return {
    whenRead: open(),
    library: followLibrary(() => current),
    rescan: rescanOnce,
    stop() {
      isStopped = true;
      stopLooking();
      memory.close();
    },
  };
}

/**
 * Processor time of this thread, without those that read files. On a busy machine a check lasts
 * long although it takes little from others.
 */
function threadMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

/** Reports a count when it has grown or halved since the last report. */
function createProgressReport(onProgress: (pendingCount: number) => void) {
  let reported = 0;
  return (pendingCount: number): void => {
    if (pendingCount === reported || (pendingCount > reported / 2 && pendingCount < reported))
      return;
    reported = pendingCount;
    onProgress(pendingCount);
  };
}
