import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Result } from '../../shared/result.ts';
import { err, ok } from '../../shared/result.ts';

const runTied = fileURLToPath(new URL('run-tied.js', import.meta.url));

/** Of what a tool says of its troubles; a damaged file can make it say the same for hours. */
const complaintMaxChars = 4_000;

export interface ToolRun {
  /** Path of ffmpeg or ffprobe. */
  program: string;
  args: readonly string[];
  /** Working directory. */
  cwd: string;
  /** Kills it. */
  signal: AbortSignal;
  /** Gets each line of its output as it comes; without it the output is the result. */
  onLine?: (line: string) => void;
}

/**
 * Runs a tool to its end. It never outlives this process.
 * @returns its output, and what it complained of although it went on; `TOOL_FAILED` with what it complained of, `STOPPED` when the signal ended it
 */
export async function runTool({
  program,
  args,
  cwd,
  signal,
  onLine,
}: ToolRun): Promise<Result<{ output: string; complaint: string }, 'TOOL_FAILED' | 'STOPPED'>> {
  if (signal.aborted) return err('STOPPED', 'It was told to stop.');
  // In a process group of its own: Ctrl-C is for this process to deal with.
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
    complaint = (complaint + text).slice(-complaintMaxChars);
  });
  const [code] = await once(child, 'close');
  signal.removeEventListener('abort', onAbort);
  if (signal.aborted) return err('STOPPED', 'It was told to stop.');
  if (code !== 0) return err('TOOL_FAILED', complaint.trim());
  return ok({ output: output.join('\n'), complaint: complaint.trim() });
}

/**
 * @param complaint of a tool
 * @returns its last line, without the name of the part that says it
 */
export function lastComplaint(complaint: string): string {
  const last = complaint.split('\n').findLast((line) => line.trim() !== '') ?? '';
  return (
    last
      .replace(/^\[[^\]]*\] /, '')
      .replace(/^file:/, '')
      .trim() || 'it does not say why'
  );
}
