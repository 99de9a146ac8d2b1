/** `warning`: it works, but something should be changed or known. `problem`: it does not work. */
export type FindingStatus = 'ok' | 'warning' | 'problem';

/** The outcome of a check. */
export interface Verdict {
  status: FindingStatus;
  /** One sentence with the cause. */
  message: string;
  /** The solution, in one sentence; `null` if there is nothing to do, or none is known. */
  fix: string | null;
}

/** A check's outcome with its name, as `--json` prints it. */
export interface Finding extends Verdict {
  check: string;
}

export function fine(message: string): Verdict {
  return { status: 'ok', message, fix: null };
}

export function warning(message: string, fix: string): Verdict {
  return { status: 'warning', message, fix };
}

export function problem(message: string, fix: string | null): Verdict {
  return { status: 'problem', message, fix };
}

/**
 * A problem that another part of the server reports in one sentence, `Cause; fix.`: of its
 * semicolons, the last one separates them, because the cause may quote a path.
 */
export function problemOf(sentence: string): Verdict {
  const at = sentence.lastIndexOf('; ');
  if (at < 0) return problem(sentence, null);
  const fix = sentence.slice(at + 2);
  return problem(`${sentence.slice(0, at)}.`, fix.charAt(0).toUpperCase() + fix.slice(1));
}

/** @returns the worst of some verdicts, with the sentences of all that are as bad */
export function worstOf(verdicts: readonly [Verdict, ...Verdict[]]): Verdict {
  const order: readonly FindingStatus[] = ['problem', 'warning', 'ok'];
  const status = order.find((each) => verdicts.some((verdict) => verdict.status === each)) ?? 'ok';
  const worst = verdicts.filter((verdict) => verdict.status === status);
  const fixes = new Set(worst.flatMap(({ fix }) => (fix === null ? [] : [fix])));
  return {
    status,
    message: worst.map(({ message }) => message).join(' '),
    fix: fixes.size === 0 ? null : [...fixes].join(' '),
  };
}
