import cliProgress from 'cli-progress';
import { visibleLine } from '../visible-text.ts';
import type { CommandDeps } from './command-deps.ts';
import { drawableStream } from './visible-stream.ts';

/** Tells a person how much of the work is done. */
export interface Progress {
  /** @param part 0 to 1 */
  update(part: number): void;
  /** Takes what is drawn away. */
  stop(): void;
}

/** A line each that many per cent, where nobody sees a bar move. */
const linePercent = 10;

/** @param label what is being worked on */
export function createProgress(label: string, stderr: CommandDeps['stderr']): Progress {
  const shown = visibleLine(label);
  return stderr.isTTY ? createBar(shown, drawableStream(stderr)) : createLines(shown, stderr);
}

function createBar(label: string, stderr: CommandDeps['stderr']): Progress {
  const bar = new cliProgress.SingleBar({
    // Its types ask for all of a stream; it writes and clears lines.
    stream: stderr as NodeJS.WriteStream,
    format: `${label} {bar} {percentage} % · {eta_formatted}`,
    barCompleteChar: '█',
    barIncompleteChar: '░',
    hideCursor: true,
    clearOnComplete: true,
    etaBuffer: 60,
    // What ends the command takes the bar away itself.
    gracefulExit: false,
  });
  bar.start(1_000, 0);
  return {
    update: (part) => bar.update(Math.round(part * 1_000)),
    stop: () => bar.stop(),
  };
}

function createLines(label: string, stderr: CommandDeps['stderr']): Progress {
  let told = 0;
  return {
    update(part) {
      const percent = Math.floor((part * 100) / linePercent) * linePercent;
      if (percent <= told) return;
      told = percent;
      stderr.write(`${label}: ${percent} %\n`);
    },
    stop() {},
  };
}
