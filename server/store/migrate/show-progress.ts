import { moveLimits } from './move-limits.ts';
import type { MoveProgress } from './move-store.ts';

const { barChars, linePercent } = moveLimits;

/** The output stream: a terminal shows a moving bar, anything else gets lines. */
export interface ProgressOutput {
  isTTY?: boolean;
  write(text: string): unknown;
}

export interface ShownProgress {
  update(progress: MoveProgress): void;
  /** Removes the bar. */
  stop(): void;
}

const lineStart = '\r\x1b[K';

/** @param now milliseconds of any clock */
export function showProgress(output: ProgressOutput, now: () => number): ShownProgress {
  const startMs = now();
  let doneAtStart: number | null = null;
  let lastLine = '';
  return {
    update({ title, done, total }) {
      doneAtStart ??= done;
      const part = total === 0 ? 1 : done / total;
      const what = title === null ? 'Checking that everything was moved' : `Moving ${title}`;
      const counts = `${done.toLocaleString('en')} of ${total.toLocaleString('en')} rows`;
      if (output.isTTY === true) {
        const full = Math.round(part * barChars);
        const bar = '█'.repeat(full) + '░'.repeat(barChars - full);
        const left =
          title === null ? '' : leftText(now() - startMs, done - doneAtStart, total - done);
        output.write(`${lineStart}${bar} ${Math.floor(part * 100)} %  ${what}: ${counts}${left}`);
        return;
      }
      const percent = Math.floor((part * 100) / linePercent) * linePercent;
      const line = `${title === null ? 'checking' : 'moving'} ${percent}`;
      if (line === lastLine) return;
      lastLine = line;
      output.write(`${what}: ${percent} %, ${counts}\n`);
    },
    stop() {
      if (output.isTTY === true) output.write(lineStart);
    },
  };
}

function leftText(passedMs: number, done: number, left: number): string {
  if (done <= 0 || left <= 0) return '';
  const sec = Math.round((passedMs / 1_000 / done) * left);
  return sec < 90 ? `, about ${sec} s left` : `, about ${Math.round(sec / 60)} min left`;
}
