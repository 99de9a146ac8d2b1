import { doctorLimits } from './doctor-limits.ts';
import type { Verdict } from './finding.ts';
import { fine, problem, warning } from './finding.ts';

export interface OtherClock {
  /** The clock with its owner, as the beginning of a sentence. */
  owner: string;
  /** It showed a time from `fromMs` to `toMs`. Unix milliseconds. */
  fromMs: number;
  toMs: number;
  /** This machine's clock before and after. */
  sentMs: number;
  receivedMs: number;
}

/** Signed URLs, expiry and the times of events depend on clocks that agree. */
export function checkClock({ owner, fromMs, toMs, sentMs, receivedMs }: OtherClock): Verdict {
  // The least difference that explains both.
  const ahead = Math.max(0, fromMs - receivedMs);
  const behind = Math.max(0, sentMs - toMs);
  const offMs = Math.max(ahead, behind);
  if (offMs < doctorLimits.clockWarningMs) return fine(`${owner} and this machine’s clock agree.`);
  const sentence = `${owner} is ${Math.round(offMs / 1_000).toLocaleString('en')} s ${ahead > 0 ? 'ahead of' : 'behind'} this machine’s.`;
  const fix =
    'Let both machines synchronize their clocks (NTP): signed URLs and the expiry of events depend on them.';
  return offMs < doctorLimits.clockProblemMs ? warning(sentence, fix) : problem(sentence, fix);
}

/** @returns the clock behind a `Date` header, which counts whole seconds; `null` without one */
export function clockOfHeader(
  date: string | undefined,
  times: Pick<OtherClock, 'sentMs' | 'receivedMs'>,
): OtherClock | null {
  const fromMs = Date.parse(date ?? '');
  if (Number.isNaN(fromMs)) return null;
  return { owner: 'The clock of the public address', fromMs, toMs: fromMs + 1_000, ...times };
}
