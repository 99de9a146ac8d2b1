import { existsSync, statSync } from 'node:fs';
import type { Result } from '../../../shared/tools/result.ts';
import { err } from '../../../shared/tools/result.ts';
import type { CommandDeps } from '../../cli/command-deps.ts';
import { failureExitCode, usageExitCode } from '../../cli/exit-codes.js';
import type { Call } from '../../cli/parse-command.js';
import { createProgress } from '../../cli/progress.ts';
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
import { dumpDatabase } from './postgres-backup.ts';
import { checkStoreFile, copySqliteStore } from './sqlite-backup.ts';

/**
 * `offstage backup` writes the store's state of one moment into a file, while servers write to the
 * store. The file is complete and checked, or absent.
 */
export async function runBackup(call: Call, deps: CommandDeps): Promise<number> {
  const { stdout, stderr } = deps;
  const fail = (message: string, code = failureExitCode) => {
    stderr.write(`${message}\n`);
    return code;
  };
  const output = call.values.get('output');
  if (output === undefined)
    return fail('--output is missing; name the file to write.', usageExitCode);
  const place = storePlace(call, deps);
  if (!place.ok) return fail(place.error.message, usageExitCode);
  const store = place.value;
  if (store.type === 'sqlite' && !existsSync(store.file))
    return fail(
      `There is no event store ${store.file}; start the server once, or name its directory with --data.`,
    );
  const file = pathOf(output, deps);
  const opened = createPartFile(file);
  if (!opened.ok) return fail(`${opened.error.message} Choose another file with --output.`);
  const { part, finish, discard } = opened.value;
  try {
    const isJson = call.switches.has('json');
    if (call.switches.has('dry-run')) {
      const planned = {
        store: nameOf(store),
        file,
        eventCount: null,
        archivedCount: null,
        bytes: null,
        isDryRun: true,
      };
      stdout.write(
        isJson
          ? `${JSON.stringify(planned, null, 2)}\n`
          : `Would write a backup of ${planned.store} to ${file}.\n`,
      );
      return 0;
    }
    const written = await writeBackup(store, part, deps);
    if (!written.ok) return fail(`There is no backup: ${written.error.message}`);
    finish();
    const { eventCount, archivedCount } = written.value;
    const made = { store: nameOf(store), file, ...written.value, bytes: statSync(file).size };
    stdout.write(
      isJson
        ? `${JSON.stringify({ ...made, isDryRun: false }, null, 2)}\n`
        : `${file} has ${eventsText(eventCount)} of ${made.store}.${archivedText(archivedCount)}\n`,
    );
    return 0;
  } finally {
    discard();
  }
}

async function writeBackup(
  store: StorePlace,
  file: string,
  deps: CommandDeps,
): Promise<Result<BackupCounts>> {
  if (store.type === 'postgres') return dumpDatabase(store.hosts, file, deps);
  const progress = createProgress('events', deps.stderr);
  try {
    await copySqliteStore(store.file, file, { onProgress: progress.update, signal: deps.signal });
  } catch (error) {
    if (deps.signal.aborted) return err('STOPPED', 'it was stopped.');
    const code = codeOf(error);
    if (code === 'ENOSPC' || code === 'EDQUOT') return err('DISK_FULL', 'the disk is full.');
    return err('COPY_FAILED', `${error instanceof Error ? error.message : code}.`);
  } finally {
    progress.stop();
  }
  return checkStoreFile(file);
}
