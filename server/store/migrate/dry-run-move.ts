import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import type { CommandDeps } from '../../cli/command-deps.ts';
import { askPostgres } from '../../cli/doctor/ask-postgres.ts';
import { checkPostgres } from '../../cli/doctor/check-postgres.ts';
import { checkSqliteStore } from '../../cli/doctor/check-sqlite-store.ts';
import { findStoreUsers } from '../../cli/doctor/find-store-users.ts';
import type { Verdict } from '../../cli/doctor/finding.ts';
import { problem } from '../../cli/doctor/finding.ts';
import { failureExitCode } from '../../cli/exit-codes.js';
import { countArchived } from '../sqlite/count-archived.ts';
import { archivedSentence } from './open-source.ts';
import type { MoveCall } from './parse-move-call.ts';

/** Checks both stores as `offstage doctor` does, and changes neither. */
export async function dryRunMove(
  { from, to }: MoveCall,
  { stdout, signal, now }: CommandDeps,
  isJson: boolean,
): Promise<number> {
  const asked = await Promise.all(
    to.map(async (host) => ({ host, answer: await askPostgres(host, { signal, now }) })),
  );
  const verdicts = { from: await checkSource(from, signal), to: checkPostgres(asked) };
  if (isJson) stdout.write(`${JSON.stringify({ ...verdicts, isDryRun: true }, null, 2)}\n`);
  else
    for (const [name, { status, message, fix }] of Object.entries(verdicts))
      stdout.write(
        `${status.padEnd(7)}  ${name.padEnd(4)}  ${message}${fix === null ? '' : ` ${fix}`}\n`,
      );
  const hasProblem = Object.values(verdicts).some(({ status }) => status === 'problem');
  return hasProblem ? failureExitCode : 0;
}

async function checkSource(file: string, signal: AbortSignal): Promise<Verdict> {
  if (!existsSync(file))
    return problem(`There is no store ${file}.`, 'Name the SQLite store with --from.');
  const users = findStoreUsers(file);
  if (users !== null && users.length > 0)
    return problem(
      `The store ${file} is open in process ${users.join(', ')}.`,
      'Stop the server of this store first.',
    );
  const checked = await checkSqliteStore({ file, isUsed: false, signal });
  if (checked.status === 'problem') return checked;
  using database = new DatabaseSync(file, { readOnly: true });
  const sentence = archivedSentence(file, countArchived(database));
  return sentence === null ? checked : problem(sentence, 'A move cannot take them.');
}
