/** One small change to one place of the sources. */
export interface Mutant {
  /** Stryker's number of it, valid for one run. */
  id: string;
  /** Relative to the project. */
  file: string;
  /** From 1. */
  line: number;
  /**
   * The source line, trimmed. With `before` and `after` it names the mutant even when the line has
   * moved.
   */
  code: string;
  before: string;
  after: string;
}

/** A test file that executes a mutant. */
export interface CoveringFile {
  /** Absolute path. */
  path: string;
  /** The tests that execute it; null stands for all tests of the file. */
  testIds: string[] | null;
  /** Duration of these tests without a mutant. */
  durationMs: number;
}

export interface Verdict {
  status: 'killed' | 'survived' | 'timed-out' | 'not-covered';
  /** The first failed test, or another reason for the end of the run. */
  killer: string | null;
}

export function isKilled({ status }: Verdict): boolean {
  return status === 'killed' || status === 'timed-out';
}

/** By mutant id. */
export type Coverage = Record<string, CoveringFile[]>;
