import { doctorLimits } from './doctor-limits.ts';
import type { Finding, Verdict } from './finding.ts';
import { problem } from './finding.ts';

export interface Check {
  /** Name in the output, in kebab-case. */
  name: string;
  /** Default: `doctorLimits.checkMs`. */
  deadlineMs?: number;
  /** The verdict if the check has not finished at its deadline. */
  late?: Verdict;
  /** @param signal aborts at the deadline; the check then releases what it holds */
  run(signal: AbortSignal): Verdict | Promise<Verdict>;
}

/**
 * Runs all checks at the same time. A check that hangs or throws becomes a finding.
 * @returns the findings in the order of the checks, each as soon as those before it are there
 */
export async function* runChecks(
  checks: readonly Check[],
  signal: AbortSignal,
): AsyncGenerator<Finding> {
  const running = checks.map((check) => runCheck(check, signal));
  for (const [index, verdict] of running.entries())
    yield { check: checks[index]?.name ?? '', ...(await verdict) };
}

async function runCheck(check: Check, signal: AbortSignal): Promise<Verdict> {
  const { deadlineMs = doctorLimits.checkMs } = check;
  const late =
    check.late ??
    problem(
      `This check has not finished within ${deadlineMs / 1_000} s.`,
      'Look at what it names, and run the doctor again.',
    );
  const ending = new AbortController();
  const end = () => ending.abort();
  const timer = setTimeout(end, deadlineMs);
  signal.addEventListener('abort', end, { once: true });
  if (signal.aborted) end();
  const ended = new Promise<Verdict>((resolve) => {
    if (ending.signal.aborted) resolve(late);
    ending.signal.addEventListener('abort', () => resolve(late), { once: true });
  });
  try {
    return await Promise.race([ended, settle(check, ending.signal, late)]);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', end);
    // A check that lost the race releases what it holds.
    end();
  }
}

async function settle(check: Check, signal: AbortSignal, late: Verdict): Promise<Verdict> {
  try {
    return await check.run(signal);
  } catch (error) {
    if (signal.aborted) return late;
    const cause = error instanceof Error ? error.message : String(error);
    return problem(
      `This check failed unexpectedly (${cause}).`,
      'Report it with the doctor’s output.',
    );
  }
}
