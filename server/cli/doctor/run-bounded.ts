import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Result } from '../../../shared/tools/result.ts';
import { err, ok } from '../../../shared/tools/result.ts';
import { codeOf } from '../../start/code-of.js';

export interface BoundedRun {
  program: string;
  args: readonly string[];
  env: NodeJS.ProcessEnv;
  signal: AbortSignal;
  deadlineMs: number;
  maxBytes: number;
}

export type RunProblem = 'NOT_STARTED' | 'TOO_SLOW' | 'TOO_LONG' | 'FAILED';

/**
 * Runs a program that may hang or print without end. It is killed with everything that it started.
 * @returns its standard output; on failure the system's code, or its exit code and messages
 */
export async function runBounded({
  program,
  args,
  env,
  signal,
  deadlineMs,
  maxBytes,
}: BoundedRun): Promise<Result<string, RunProblem>> {
  // A process group of its own can be killed as a whole; Windows has no groups.
  const isGroup = process.platform !== 'win32';
  const child = spawn(program, args, {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: isGroup,
    windowsHide: true,
  });
  let killedFor: RunProblem | null = null;
  const kill = (why: RunProblem) => {
    killedFor ??= why;
    try {
      if (isGroup && child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
      else child.kill('SIGKILL');
    } catch {
      // It has ended in the meantime.
    }
    child.stdout.destroy();
    child.stderr.destroy();
  };
  const timer = setTimeout(() => kill('TOO_SLOW'), deadlineMs);
  const onAbort = () => kill('TOO_SLOW');
  signal.addEventListener('abort', onAbort, { once: true });
  if (signal.aborted) onAbort();
  const texts = { output: '', messages: '' };
  const keep = (name: keyof typeof texts) => (text: string) => {
    texts[name] += text;
    if (texts[name].length > maxBytes) kill('TOO_LONG');
  };
  child.stdout.setEncoding('utf8').on('data', keep('output'));
  child.stderr.setEncoding('utf8').on('data', keep('messages'));
  try {
    const [code] = await once(child, 'close');
    if (killedFor !== null) return err(killedFor, `${program} was stopped`);
    if (code !== 0) return err('FAILED', texts.messages.trim() || `exit code ${code}`);
    return ok(texts.output);
  } catch (error) {
    return err('NOT_STARTED', codeOf(error));
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', onAbort);
  }
}
