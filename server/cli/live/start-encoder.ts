import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Readable, type Writable } from 'node:stream';
import { addLimits } from '../add/add-limits.ts';
import { firstOutputPipe, type LivePlan, liveArguments } from './live-arguments.ts';
import { liveLimits } from './live-limits.ts';

export interface Encoder {
  stdin: Writable;
  /** @param index of the track: the renditions, then the sound */
  output(index: number): Readable;
  kill(): void;
  /** With the messages of a failure, or `null`. */
  ended: Promise<string | null>;
}

/** @param signal lets it write what it has, and end */
export function startEncoder(ffmpeg: string, plan: LivePlan, signal: AbortSignal): Encoder {
  const trackCount = plan.renditions.length + plan.facts.sounds.length;
  const outputs = Array.from({ length: trackCount }, () => 'pipe' as const);
  // Without this process it ends by itself, because its pipes have no reader.
  const encoder = spawn(ffmpeg, liveArguments(plan), {
    stdio: ['pipe', 'ignore', 'pipe', ...outputs],
    windowsHide: true,
  });
  const { stdin, stderr } = encoder;
  if (stdin === null || stderr === null) throw new Error('a pipe is missing');
  let killing: NodeJS.Timeout | undefined;
  const stop = () => {
    encoder.kill('SIGINT');
    killing = setTimeout(() => encoder.kill('SIGKILL'), liveLimits.endMs);
  };
  if (signal.aborted) stop();
  else signal.addEventListener('abort', stop, { once: true });
  let complaint = '';
  stderr.setEncoding('utf8').on('data', (text: string) => {
    complaint = (complaint + text).slice(-addLimits.complaintMaxChars);
  });
  return {
    stdin,
    output(index) {
      const output = encoder.stdio[firstOutputPipe + index];
      if (!(output instanceof Readable)) throw new Error('a pipe is missing');
      return output;
    },
    kill: () => encoder.kill('SIGKILL'),
    ended: once(encoder, 'close').then(([code]) => {
      clearTimeout(killing);
      signal.removeEventListener('abort', stop);
      return code === 0 || signal.aborted || complaint === '' ? null : complaint;
    }),
  };
}
