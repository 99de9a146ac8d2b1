import cliProgress from 'cli-progress';
import { visibleLine } from '../operator/log/visible-text.js';
import type { CommandDeps } from './command-deps.ts';
import { commandLimits } from './command-limits.ts';
import { drawableStream } from './visible-stream.ts';

const { linePercent } = commandLimits;

/** Shows how much of the work is done. */
export interface Progress {
  /** @param part 0 to 1 */
  update(part: number): void;
  /** Removes the bar from the screen. */
  stop(): void;
}

/** @param label the name of the work */
export function createProgress(label: string, stderr: CommandDeps['stderr']): Progress {
  const shown = visibleLine(label);
  return stderr.isTTY ? createBar(shown, drawableStream(stderr)) : createLines(shown, stderr);
}

function createBar(label: string, stderr: CommandDeps['stderr']): Progress {
  const bar = new cliProgress.SingleBar({
    // The type asks for a whole `WriteStream`, but the bar only writes and clears lines.
    stream: stderr as NodeJS.WriteStream,
    format: `${label} {bar} {percentage} % · {eta_formatted}`,
    barCompleteChar: '█',
    barIncompleteChar: '░',
    hideCursor: true,
    clearOnComplete: true,
    etaBuffer: 60,
    // The command itself removes the bar when it is stopped.
    gracefulExit: false,
  });
  bar.start(1_000, 0);
  return {
    update: (part) => bar.update(Math.round(part * 1_000)),
    stop: () => bar.stop(),
  };
}

function createLines(label: string, stderr: CommandDeps['stderr']): Progress {
  let shownPercent = 0;
  return {
    update(part) {
      const percent = Math.floor((part * 100) / linePercent) * linePercent;
      if (percent <= shownPercent) return;
      shownPercent = percent;
      stderr.write(`${label}: ${percent} %\n`);
    },
    stop() {},
  };
}
