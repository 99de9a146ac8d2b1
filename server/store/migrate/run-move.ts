import type { CommandDeps } from '../../cli/command-deps.ts';
import { failureExitCode, usageExitCode } from '../../cli/exit-codes.js';
import type { Call } from '../../cli/parse-command.js';
import { drawableStream } from '../../cli/visible-stream.ts';
import { createPostgresDriver } from '../postgres/open-postgres-store.ts';
import { openPostgresLink } from '../postgres/postgres-link.ts';
import { dryRunMove } from './dry-run-move.ts';
import { type MovedPart, moveStore } from './move-store.ts';
import { MovedElsewhereError } from './moves-table.ts';
import { openSource } from './open-source.ts';
import { parseMoveCall } from './parse-move-call.ts';
import { showProgress } from './show-progress.ts';

const exitCodes = { moved: 0, incomplete: failureExitCode, wrongCall: usageExitCode } as const;

/**
 * `offstage migrate`: moves a SQLite store into PostgreSQL, from the arguments to the messages.
 * @returns the exit code: 0 if everything was moved, 1 to run it again, 2 if the call must change
 */
export async function runMove({ values, switches }: Call, deps: CommandDeps): Promise<number> {
  const { stdout, stderr, signal, now } = deps;
  const write = (line: string) => stderr.write(`${line}\n`);
  const parsed = parseMoveCall(values, deps.env, deps.cwd);
  if (!parsed.ok) {
    write(parsed.error.message);
    return exitCodes.wrongCall;
  }
  if (switches.has('dry-run')) return dryRunMove(parsed.value, deps, switches.has('json'));
  const source = await openSource(parsed.value.from);
  if (!source.ok) {
    write(source.error.message);
    return exitCodes.wrongCall;
  }
  const link = await openPostgresLink(parsed.value.to, { warn: () => {} });
  const problem = link.ok ? link.value.problem() : link.error.message;
  if (!link.ok || problem !== null) {
    if (link.ok) await link.value.close();
    await source.value.close();
    write(problem ?? '');
    return exitCodes.wrongCall;
  }
  const target = createPostgresDriver(link.value);
  const progress = showProgress(drawableStream(stderr), now);
  try {
    const moved = await moveStore(source.value, target, { onProgress: progress.update, signal });
    progress.stop();
    if (moved === null) {
      write('Stopped before the end; run the same command again to continue.');
      return exitCodes.incomplete;
    }
    stdout.write(`${switches.has('json') ? JSON.stringify(moved, null, 2) : tableOf(moved)}\n`);
    const lacking = moved.filter(({ count, found }) => found !== count);
    if (lacking.length === 0) return exitCodes.moved;
    const names = lacking.map(({ title }) => title).join(', ');
    write(
      `Not everything was moved (${names}): events may have expired in the target meanwhile; keep the SQLite store, and check.`,
    );
    return exitCodes.incomplete;
  } catch (error) {
    progress.stop();
    if (error instanceof MovedElsewhereError) {
      write('Another run is moving the same store; wait until it ends.');
      return exitCodes.incomplete;
    }
    const passing = target.problemOf(error);
    if (passing === null) throw error;
    const cause = error instanceof Error ? error.message : String(error);
    write(`PostgreSQL ended the move (${cause}); run the same command again to continue.`);
    return exitCodes.incomplete;
  } finally {
    await target.close();
    await source.value.close();
  }
}

function tableOf(parts: readonly MovedPart[]): string {
  const rows = parts.map(({ title, count, found }) =>
    [
      title.padEnd(36),
      count.toLocaleString('en').padStart(14),
      found.toLocaleString('en').padStart(14),
    ].join(''),
  );
  return [
    `${''.padEnd(36)}${'in SQLite'.padStart(14)}${'in PostgreSQL'.padStart(14)}`,
    ...rows,
  ].join('\n');
}
