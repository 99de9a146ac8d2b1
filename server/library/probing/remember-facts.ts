import { join } from 'node:path';
import { err } from '../../../shared/tools/result.ts';
import { type FileStamp, fileStamp, noFile } from '../file-stamp.ts';
import { libraryLimits } from '../library-limits.ts';
import { readingLimits } from '../reading-limits.ts';
import type { ProbeJob, ProbeOutcomes } from './run-probe-job.ts';
import type { ProbePool, RunningProbe } from './start-probe-pool.ts';

/** A known outcome, or a pending one with the one before it, which is valid meanwhile. */
export type Asked<Type extends ProbeJob['type']> =
  | { outcome: ProbeOutcomes[Type] }
  | { coming: Promise<ProbeOutcomes[Type]>; meanwhile: ProbeOutcomes[Type] | null };

/** A job without the media directory, which the memory has. */
export type Question<Type extends ProbeJob['type'] = ProbeJob['type']> =
  Type extends ProbeJob['type'] ? Omit<Extract<ProbeJob, { type: Type }>, 'mediaDir'> : never;

/** Remembers the facts of the files of a media directory. */
export interface FactsMemory {
  /**
   * Starts to read a file unless its outcome is known and the file unchanged. It does not wait for
   * that.
   * @param stamp the file's current stamp
   */
  ask<Type extends ProbeJob['type']>(
    question: Question<Type>,
    stamp: FileStamp,
  ): Promise<Asked<Type>>;
  /** Number of files read so far; a change means new facts. */
  readonly readCount: number;
  /** Whether a growing stream could not be read, so that it must be read again without a change. */
  readonly isDoubtful: boolean;
  prioritize(mediaPath: string): void;
  /** Forgets files that were not requested since the last call, and cancels reading them. */
  forgetOthers(): void;
  close(): void;
}

type Outcome = ProbeOutcomes[ProbeJob['type']];

interface Known {
  key: string;
  stamp: string;
  outcome: Outcome | null;
  /** The outcome of a growing stream before it was written again. */
  meanwhile: Outcome | null;
  /** Readings in a row that failed while a growing stream was being written. */
  failureCount: number;
  /** The outcome is the earlier one, because the last reading failed. */
  isDoubtful: boolean;
  referenceCount: number;
  /** Stamps of the other files that the outcome depends on, by media path. */
  stamps: ReadonlyMap<string, string>;
  running: RunningProbe<ProbeJob['type']>;
  coming: Promise<Outcome>;
}

/**
 * Never reads an unchanged file twice, even an unreadable one. Thus reading a library again costs
 * little, and a slow file costs its time only once. The exception is a growing stream that cannot
 * be read, because it may be half written: it keeps its facts until several readings have failed.
 */
export function createFactsMemory(
  mediaDir: string,
  pool: Pick<ProbePool, 'run' | 'prioritize'>,
): FactsMemory {
  const known = new Map<string, Known>();
  let asked = new Set<string>();
  let readCount = 0;
  let isClosed = false;
  let referenceCount = 0;

  /**
   * Limits the references of all playlists together, so that a few playlists cannot fill the
   * memory.
   */
  function within(entry: Known, outcome: Outcome): Outcome {
    if (!outcome.ok || !('references' in outcome.value) || known.get(entry.key) !== entry)
      return outcome;
    const { references, numbered = [] } = outcome.value;
    const count = references.length + numbered.length;
    const maxCount = libraryLimits.libraryReferences.value;
    if (referenceCount + count > maxCount)
      return err('UNREADABLE', `the playlists of the library contain more than ${maxCount} files`);
    entry.referenceCount = count;
    referenceCount += count;
    return outcome;
  }

  function forget(entry: Known | undefined): void {
    if (entry === undefined) return;
    if (entry.outcome === null) entry.running.cancel();
    referenceCount -= entry.referenceCount;
    known.delete(entry.key);
  }

  function start(key: string, question: Question, stamp: string, before: Known | undefined): Known {
    const earlier = before?.outcome ?? before?.meanwhile ?? null;
    const meanwhile = earlier !== null && isGrowing(earlier) ? earlier : null;
    const running = pool.run({ ...question, mediaDir } as ProbeJob) as RunningProbe<
      ProbeJob['type']
    >;
    const entry: Known = {
      key,
      stamp,
      outcome: null,
      meanwhile,
      failureCount: before?.failureCount ?? 0,
      isDoubtful: false,
      referenceCount: 0,
      stamps: new Map(),
      running,
      coming: running.answer.then(({ outcome, stamps }) => {
        entry.stamps = stamps;
        entry.failureCount = isBroken(outcome) ? entry.failureCount + 1 : 0;
        const isKept =
          entry.failureCount > 0 && entry.failureCount < readingLimits.brokenStreamCount;
        entry.isDoubtful = meanwhile !== null && isKept;
        entry.outcome = within(entry, entry.isDoubtful && meanwhile ? meanwhile : outcome);
        readCount += 1;
        return entry.outcome;
      }),
    };
    return entry;
  }

  async function isSame(entry: Known, stamp: string): Promise<boolean> {
    if (entry.stamp !== stamp || entry.isDoubtful) return false;
    for (const [path, before] of entry.stamps)
      if ((await fileStamp(join(mediaDir, path))) !== before) return false;
    return true;
  }

  return {
    async ask<Type extends ProbeJob['type']>(
      question: Question<Type>,
      { text: stamp }: FileStamp,
    ): Promise<Asked<Type>> {
      const key = JSON.stringify(question);
      asked.add(key);
      let entry = known.get(key);
      const before = entry;
      if (entry === undefined || !(await isSame(entry, stamp))) {
        forget(entry);
        if (stamp === noFile) {
          const code = question.type === 'media' ? 'UNREADABLE' : 'NO_CHANNEL';
          return { outcome: err(code, whyMissing(question.mediaPath)) as ProbeOutcomes[Type] };
        }
        if (isClosed) return { coming: new Promise(() => {}), meanwhile: null };
        entry = start(key, question, stamp, before);
        known.set(key, entry);
      }
      return (
        entry.outcome === null
          ? { coming: entry.coming, meanwhile: entry.meanwhile }
          : { outcome: entry.outcome }
      ) as Asked<Type>;
    },
    get readCount() {
      return readCount;
    },
    get isDoubtful() {
      return [...known.values()].some((entry) => entry.isDoubtful);
    },
    prioritize: pool.prioritize,
    forgetOthers() {
      for (const [key, entry] of known) if (!asked.has(key)) forget(entry);
      asked = new Set();
    },
    close() {
      isClosed = true;
      for (const entry of known.values()) forget(entry);
    },
  };
}

function isGrowing(outcome: Outcome): boolean {
  return outcome.ok && 'isLive' in outcome.value && outcome.value.isLive;
}

function isBroken(outcome: Outcome): boolean {
  return !outcome.ok || ('defect' in outcome.value && outcome.value.defect !== null);
}

function whyMissing(mediaPath: string): string {
  // Node replaces bytes that are not UTF-8, and cannot open the file by the resulting name.
  return mediaPath.includes('\ufffd')
    ? 'its name is not UTF-8; rename it'
    : 'the file no longer exists';
}
