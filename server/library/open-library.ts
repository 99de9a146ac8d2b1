import { followLibrary } from './follow-library.ts';
import type { Patience } from './patience.ts';
import { noPatience, startPatience } from './patience.ts';
import { probePool } from './probe-pool.ts';
import { createFactsMemory } from './remember-facts.ts';
import type { Library } from './scan-library.ts';
import { readLibrary } from './scan-library.ts';
import { stampLibrary } from './stamp-library.ts';
import type { ProbePool } from './start-probe-pool.ts';
import { veilLibrary } from './veil-library.ts';

/** A library that follows its directory. */
export interface OpenLibrary {
  /** What it says changes all at once, from one reading to the next. Until `whenRead` it is empty. */
  library: Library;
  /** Settles with the first reading. Fails if the directory cannot be read. */
  whenRead: Promise<void>;
  /** Looks now whether anything has changed, and reads it again if so. */
  look(): Promise<void>;
  stop(): void;
}

export interface OpenLibraryDeps {
  /** Whether the files of all videos are guarded, and not only those of private ones. */
  signsAll: boolean;
  /** Gets the sentences that are new, whenever the library was read again. */
  onChange: (warnings: readonly string[]) => void;
  /** Gets how many files are still to be read: at the beginning, when half of them are done, and so on, and 0 at the end. */
  onProgress?: (pendingCount: number) => void;
  /** 0 for never. */
  lookEveryMs?: number;
  pool?: Pick<ProbePool, 'run' | 'hurry' | 'onceSlow'>;
  /** Ends the waiting for files. */
  signal?: AbortSignal;
}

/** How often the directory is looked at, if that takes little time. */
const lookEveryDefaultMs = 2_000;

/** A look, with the reading that follows it, takes this part of the time at most: one of so many. */
const restsPerLook = 20;

/**
 * Reads a media directory, and again when something has changed in it or in its folders. The rules:
 *
 * 1. Files are read in threads, and nobody waits for them longer than `startPatience` lasts. The videos of unread files say so.
 * 2. Every look puts the library together from what is known by then, so that a sidecar counts at once, however long a film takes.
 * 3. While playlists of private videos are unread, only files stay public that were so before (`veilLibrary`).
 * 4. Looks take a bounded part of the time: a library of 100,000 files is looked at less often.
 *
 * @param mediaDir must exist and be readable; if it cannot be read later, what is known stays
 */
export function openLibrary(
  mediaDir: string,
  {
    signsAll,
    onChange,
    onProgress = () => {},
    lookEveryMs = lookEveryDefaultMs,
    pool = probePool,
    signal,
  }: OpenLibraryDeps,
): OpenLibrary {
  const memory = createFactsMemory(mediaDir, pool);
  const tellProgress = createProgressReport(onProgress);
  let current: Library | null = null;
  let isStopped = false;
  let seenStamp = '';
  let seenReadCount = 0;
  let trouble = '';
  let looking: Promise<void> | null = null;
  /** Of the last look, without waiting for threads. */
  let workMs = 0;

  async function read(): Promise<readonly string[]> {
    const startMs = performance.now();
    // What changes from now on changes the next stamp.
    const { listing, stamps, stamp } = await stampLibrary(mediaDir);
    const hasChanged = stamp !== seenStamp;
    workMs = performance.now() - startMs;
    if (current !== null && !hasChanged && memory.readCount === seenReadCount) return [];
    const patience = hasChanged ? startPatience(pool) : null;
    const end = () => patience?.end();
    signal?.addEventListener('abort', end, { once: true });
    if (signal?.aborted) end();
    const timed = measureWaits(patience ?? noPatience);
    const readCount = memory.readCount;
    const readStartMs = performance.now();
    const { library, isSettled } = await readLibrary(mediaDir, {
      signsAll,
      memory,
      patience: timed,
      listing,
      stamps,
    });
    signal?.removeEventListener('abort', end);
    end();
    memory.forgetOthers();
    const known = new Set(current?.warnings);
    current = isSettled ? library : veilLibrary(current, library);
    seenStamp = stamp;
    // Files that were read meanwhile may or may not be in it: the next look puts it together again.
    seenReadCount = readCount;
    workMs += performance.now() - readStartMs - timed.waitedMs();
    return library.warnings.filter((warning) => !known.has(warning));
  }

  async function look(): Promise<void> {
    try {
      const fresh = await read();
      trouble = '';
      if (fresh.length > 0) onChange(fresh);
      tellProgress(current?.pendingCount ?? 0);
    } catch (error) {
      // Unmounted, or closed to this user: what is known is served as far as its files are there.
      const cause = error instanceof Error ? error.message : String(error);
      if (cause === trouble) return;
      trouble = cause;
      onChange([
        `${mediaDir}: the directory cannot be read again (${cause}); the library stays as it was.`,
      ]);
    }
  }

  function lookOnce(): Promise<void> {
    looking ??= look().finally(() => {
      looking = null;
    });
    return looking;
  }

  let stopLooking = () => {};
  async function open(): Promise<void> {
    await read();
    tellProgress(current?.pendingCount ?? 0);
    if (lookEveryMs > 0 && !isStopped)
      stopLooking = startLooking(lookEveryMs, () => lookOnce().then(() => workMs));
  }

  return {
    whenRead: open(),
    library: followLibrary(() => current),
    look: lookOnce,
    stop() {
      isStopped = true;
      stopLooking();
      memory.close();
    },
  };
}

/**
 * Where something changes all the time, most of the time is for others.
 * @param look resolves to the milliseconds that it has worked
 */
function startLooking(everyMs: number, look: () => Promise<number>): () => void {
  let restsUntilMs = 0;
  const timer = setInterval(async () => {
    if (performance.now() < restsUntilMs) return;
    const workMs = await look();
    restsUntilMs = performance.now() + workMs * restsPerLook;
  }, everyMs).unref();
  return () => clearInterval(timer);
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

/** Waiting costs nothing, so it does not count as time that a look has taken. */
function measureWaits(patience: Patience): Patience & { waitedMs(): number } {
  let waitedMs = 0;
  return {
    async wait(coming) {
      const startMs = performance.now();
      const outcome = await patience.wait(coming);
      waitedMs += performance.now() - startMs;
      return outcome;
    },
    waitedMs: () => waitedMs,
  };
}
