import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Result } from '../../../shared/tools/result.ts';
import { err, ok } from '../../../shared/tools/result.ts';
import { addLimits } from './add-limits.ts';

const runTied = fileURLToPath(new URL('run-tied.js', import.meta.url));

export interface ToolRun {
  /** Path of ffmpeg or ffprobe. */
  program: string;
  args: readonly string[];
  /** Working directory. */
  cwd: string;
  /** Kills it. */
  signal: AbortSignal;
  /** Gets each line of output as it arrives; without it, the output is returned. */
  onLine?: (line: string) => void;
}

/**
 * Runs a tool to its end. The tool never outlives this process.
 * @returns its output, and the messages of problems despite which it continued; `TOOL_FAILED` with
 *   its messages; `STOPPED` if the signal ended it
 */
export async function runTool({
  program,
  args,
  cwd,
  signal,
  onLine,
}: ToolRun): Promise<Result<{ output: string; complaint: string }, 'TOOL_FAILED' | 'STOPPED'>> {
  if (signal.aborted) return err('STOPPED', 'Stopped.');
  // In a separate process group, so that only this process handles Ctrl-C.
  const child = spawn(process.execPath, [runTied, program, ...args], {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    detached: true,
    windowsHide: true,
  });
  if (child.stdout === null || child.stderr === null) throw new Error('a pipe is missing');
  const onAbort = () => child.kill('SIGTERM');
  signal.addEventListener('abort', onAbort, { once: true });
  const output: string[] = [];
  let complaint = '';
  createInterface({ input: child.stdout }).on('line', onLine ?? ((line) => output.push(line)));
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaint = (complaint + text).slice(-addLimits.complaintMaxChars);
  });
  const [code] = await once(child, 'close');
  signal.removeEventListener('abort', onAbort);
  if (signal.aborted) return err('STOPPED', 'Stopped.');
  if (code !== 0) return err('TOOL_FAILED', complaint.trim());
  return ok({ output: output.join('\n'), complaint: complaint.trim() });
}

/**
 * @param complaint messages of a tool
 * @returns its last line, without the name of the tool's component
 */
export function lastComplaint(complaint: string): string {
  const last = complaint.split('\n').findLast((line) => line.trim() !== '') ?? '';
  return (
    last
      .replace(/^\[[^\]]*\] /, '')
      .replace(/^file:/, '')
      .trim() || 'no reason given'
  );
}
