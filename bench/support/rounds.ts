import { progress } from './progress.ts';
import { rotated } from './rotated.ts';

export interface Rounds<Lane, Result> {
  lanes: readonly Lane[];
  rounds: number;
  /** Whether a lane is measured in a round; by default all are. */
  isIn?: (lane: Lane, round: number) => boolean;
  /**
   * Time limit of a lane in a round, ms: a hanging page answers nothing, and would block the run
   * forever.
   */
  limitMs?: number;
  /** Title of the part, for the terminal. */
  title: string;
  titleOf(lane: Lane): string;
  measure(lane: Lane, round: number): Promise<Result>;
}

export interface Measured<Lane, Result> {
  lane: Lane;
  round: number;
  result: Result;
}

/** A lane that failed in a round. */
export interface Failure {
  lane: string;
  round: number;
  message: string;
}

/**
 * Measures the lanes one after the other, round by round. Each round begins with another lane, so
 * that no lane always follows the same other one, or always finds the machine warm. A failing lane
 * is reported and left out of its round, to keep minutes of measuring.
 */
export async function inRounds<Lane, Result>(
  run: Rounds<Lane, Result>,
): Promise<{ measured: Measured<Lane, Result>[]; failures: Failure[] }> {
  const { lanes, rounds, isIn = () => true, limitMs, title, titleOf, measure } = run;
  const measured: Measured<Lane, Result>[] = [];
  const failures: Failure[] = [];
  const startMs = performance.now();
  const lanesOf = Array.from({ length: rounds }, (_, round) =>
    rotated(lanes, round * 3).filter((lane) => isIn(lane, round)),
  );
  const total = lanesOf.flat().length;
  for (const [round, measuredLanes] of lanesOf.entries()) {
    for (const lane of measuredLanes) {
      const done = measured.length + failures.length;
      const left = done === 0 ? '' : `, about ${leftText(startMs, done, total)} left`;
      progress(
        `${title}, round ${round + 1} of ${rounds}: ${titleOf(lane)} (${done + 1} of ${total}${left})`,
      );
      try {
        measured.push({ lane, round, result: await within(limitMs, measure(lane, round)) });
      } catch (error) {
        const message = error instanceof Error ? error.message : String(error);
        failures.push({ lane: titleOf(lane), round, message });
        progress('');
        console.error(`${title}, round ${round + 1}, ${titleOf(lane)}: ${message}`);
      }
    }
  }
  progress('');
  return { measured, failures };
}

/** @throws an Error when the time is over */
async function within<T>(limitMs: number | undefined, work: Promise<T>): Promise<T> {
  if (limitMs === undefined) return work;
  const over = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => over.reject(new Error(`It took more than ${limitMs / 1_000} s: its page hangs.`)),
    limitMs,
  );
  return Promise.race([work, over.promise]).finally(() => clearTimeout(timer));
}

function leftText(startMs: number, done: number, total: number): string {
  const sec = ((performance.now() - startMs) / done / 1_000) * (total - done);
  return sec < 90 ? `${Math.round(sec)} s` : `${Math.round(sec / 60)} min`;
}
