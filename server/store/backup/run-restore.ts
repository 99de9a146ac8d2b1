import { constants, copyFileSync, existsSync, statSync } from 'node:fs';
import type { Result } from '../../../shared/tools/result.ts';
import { err, ok } from '../../../shared/tools/result.ts';
import type { CommandDeps } from '../../cli/command-deps.ts';
import { failureExitCode, usageExitCode } from '../../cli/exit-codes.js';
import type { Call } from '../../cli/parse-command.js';
import { makePrivateDirectory } from '../../options/private-files.js';
import { codeOf } from '../../start/code-of.js';
import {
  archivedText,
  type BackupCounts,
  eventsText,
  nameOf,
  pathOf,
  type StorePlace,
  storePlace,
} from './backup-call.ts';
import { createPartFile } from './part-file.ts';
import { restoreDatabase } from './postgres-backup.ts';
import { checkStoreFile } from './sqlite-backup.ts';

/** `offstage restore` fills an empty place with a backup: completely, or not at all. */
export async function runRestore(call: Call, deps: CommandDeps): Promise<number> {
  const { stdout, stderr } = deps;
  const fail = (message: string, code = failureExitCode) => {
    stderr.write(`${message}\n`);
    return code;
  };
  const backup = pathOf(call.arguments[0] ?? '', deps);
  const place = storePlace(call, deps);
  if (!place.ok) return fail(place.error.message, usageExitCode);
  const store = place.value;
  if (statSync(backup, { throwIfNoEntry: false })?.isFile() !== true)
    return fail(`There is no backup ${backup}.`);
  const isDryRun = call.switches.has('dry-run');
  const restored = await restore(backup, store, { deps, isDryRun });
  if (!restored.ok) return fail(`Nothing was restored: ${restored.error.message}`);
  const { eventCount = null, archivedCount = null } = restored.value ?? {};
  const made = { file: backup, store: nameOf(store), eventCount, archivedCount, isDryRun };
  if (call.switches.has('json')) stdout.write(`${JSON.stringify(made, null, 2)}\n`);
  else if (isDryRun) stdout.write(`Would restore ${backup} into ${made.store}.\n`);
  else
    stdout.write(
      `${made.store} has ${eventsText(eventCount ?? 0)} of ${backup}.${archivedText(archivedCount ?? 0)}\n`,
    );
  return 0;
}

/** @returns the counts of the restored store; `null` in a dry run of PostgreSQL */
async function restore(
  backup: string,
  store: StorePlace,
  { deps, isDryRun }: { deps: CommandDeps; isDryRun: boolean },
): Promise<Result<BackupCounts | null>> {
  if (store.type === 'postgres') return restoreDatabase(store.hosts, backup, { ...deps, isDryRun });
  const checked = checkStoreFile(backup);
  if (!checked.ok) return checked;
  // SQLite would take their pages for the backup's.
  const journal = ['-wal', '-shm', '-journal']
    .map((end) => `${store.file}${end}`)
    .find((file) => existsSync(file));
  if (journal !== undefined && !existsSync(store.file))
    return err(
      'JOURNAL_EXISTS',
      `${journal} is a journal of another store; move it away, or choose another directory with --data.`,
    );
  try {
    if (!isDryRun) makePrivateDirectory(store.dataDir);
    else if (statSync(store.dataDir, { throwIfNoEntry: false }) === undefined) return checked;
    const opened = createPartFile(store.file);
    if (!opened.ok)
      return opened.error.code === 'FILE_EXISTS'
        ? err(
            'STORE_EXISTS',
            `${store.file} is an event store; stop its server and move it away with its journals, or choose another directory with --data.`,
          )
        : opened;
    try {
      if (isDryRun) return checked;
      copyFileSync(backup, opened.value.part, constants.COPYFILE_FICLONE);
      opened.value.finish();
      return ok(checked.value);
    } finally {
      opened.value.discard();
    }
  } catch (error) {
    return err('NOT_RESTORED', `${store.file} cannot be written (${codeOf(error)}).`);
  }
}
