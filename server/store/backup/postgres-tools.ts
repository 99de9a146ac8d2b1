import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Result } from '../../../shared/tools/result.ts';
import { err, ok } from '../../../shared/tools/result.ts';
import { codeOf } from '../../start/code-of.js';
import type { PostgresHost } from '../postgres/postgres-url.js';
import { backupLimits } from './backup-limits.ts';

export interface ToolRun {
  program: 'pg_dump' | 'pg_restore';
  args: readonly string[];
  host: PostgresHost;
  env: NodeJS.ProcessEnv;
  signal: AbortSignal;
}

/**
 * Runs one of PostgreSQL's own programs on a database.
 * @returns `TOOL_MISSING`; `STOPPED`; `TOOL_FAILED` with the program's last message
 */
export async function runPostgresTool({
  program,
  args,
  host,
  env,
  signal,
}: ToolRun): Promise<Result<void, 'TOOL_MISSING' | 'STOPPED' | 'TOOL_FAILED'>> {
  const { url, password } = withoutPassword(host.url);
  const child = spawn(program, [...args, `--dbname=${url}`], {
    // All users of a machine can see arguments.
    env: password === '' ? env : { ...env, PGPASSWORD: password },
    stdio: ['ignore', 'ignore', 'pipe'],
    signal,
  });
  let messages = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    messages = `${messages}${text}`.slice(-backupLimits.messagesMaxBytes);
  });
  try {
    const [code] = await once(child, 'close');
    if (code === 0) return ok(undefined);
    const last = messages.trim().split('\n').at(-1) ?? '';
    return err('TOOL_FAILED', `${program} failed: ${last || `exit code ${code}`}`);
  } catch (error) {
    if (signal.aborted) return err('STOPPED', `${program} was stopped.`);
    return err(
      'TOOL_MISSING',
      `${program} cannot be run (${codeOf(error)}); install PostgreSQL’s client programs (Debian: postgresql-client), of the server’s version or newer.`,
    );
  }
}

function withoutPassword(text: string): { url: string; password: string } {
  const url = new URL(text);
  const password = decodeURIComponent(url.password);
  url.password = '';
  return { url: url.href, password };
}
