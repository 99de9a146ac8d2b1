import { existsSync } from 'node:fs';
import type { Verdict } from './finding.ts';
import { fine, problem, warning } from './finding.ts';

export interface DataUse {
  /** The SQLite store. */
  file: string;
  /** From `findStoreUsers`. */
  users: readonly number[] | null;
  /** Whether an Offstage server answers on `--port`. */
  isServerThere: () => Promise<boolean>;
}

/** Whether a running server uses the data directory, and whether it is the one of `--port`. */
export async function checkDataUse({ file, users, isServerThere }: DataUse): Promise<Verdict> {
  if (users === null) {
    if (!existsSync(`${file}-wal`)) return fine('No program has the event store open.');
    return (await isServerThere())
      ? fine('The event store is probably open in the server of --port.')
      : warning(
          'A program has the event store open, or was killed while it had.',
          'Look for another Offstage server with this data directory.',
        );
  }
  const processes = users.length === 1 ? `process ${users[0]}` : `processes ${users.join(', ')}`;
  if (users.length === 0)
    return fine(
      existsSync(`${file}-wal`)
        ? 'No program has the event store open. The last one was killed; the next start recovers its events.'
        : 'No program has the event store open.',
    );
  if (users.length > 1)
    return warning(
      `Several programs have the event store open (${processes}). All events are stored, but they wait for each other’s locks.`,
      'If it is not meant, stop all but one server, or give each its own directory with --data.',
    );
  return (await isServerThere())
    ? fine(`The running server (${processes}) uses this data directory.`)
    : problem(
        `A running program (${processes}) uses this data directory, but no Offstage server answers on --port.`,
        'Stop it before you start another server with this directory, or name its port with --port.',
      );
}
