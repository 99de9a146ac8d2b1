import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import type { ServerOptions } from '../../options/server-options.js';
import { shellWord } from '../../options/shell-word.js';
import { readSpool, type SpoolState } from '../../store/spool/read-spool.ts';
import { damagedBeside, spoolFileIn, spoolStoreNames } from '../../store/spool/spool-file.ts';
import { doctorLimits } from './doctor-limits.ts';
import type { Verdict } from './finding.ts';
import { fine, problem, warning, worstOf } from './finding.ts';

const minuteMs = 60_000;

export type CheckedSpool = Pick<ServerOptions, 'dataDir' | 'spoolMb' | 'stores'>;

/** Reads what waits for the store, beside a running server, and changes nothing. */
export function checkSpool({ dataDir, spoolMb, stores }: CheckedSpool, nowMs: number): Verdict {
  const file = spoolFileIn(dataDir);
  if (!existsSync(file)) return fine('No events wait for the event store.');
  try {
    return worstOf([
      waitingVerdict(file, readState(file, spoolStoreNames(stores)), { spoolMb, nowMs }),
      ...damagedBeside(file).map((name) =>
        warning(
          `The spool ${name} in ${dataDir} is damaged, and holds events that were not delivered.`,
          `Save what can be read with: sqlite3 ${shellWord(name)} .recover; then move the file away.`,
        ),
      ),
    ]);
  } catch (error) {
    const cause = error instanceof Error ? error.message : String(error);
    return problem(
      `The spool ${file} cannot be read (${cause}).`,
      'Give this user access to it. If it is damaged, the next start moves it aside and begins a new one.',
    );
  }
}

function readState(file: string, storeNames: readonly string[]): SpoolState {
  const url = pathToFileURL(file);
  // If nothing has the spool open, SQLite would leave empty journal files beside it.
  if (!existsSync(`${file}-wal`)) url.searchParams.set('immutable', '1');
  const database = new DatabaseSync(url, { readOnly: true, timeout: doctorLimits.storeBusyMs });
  try {
    return readSpool(database, storeNames).state();
  } finally {
    database.close();
  }
}

function waitingVerdict(
  file: string,
  { waitingCount, oldestMs, setAsideCount, foreignCount }: SpoolState,
  { spoolMb, nowMs }: { spoolMb: number; nowMs: number },
): Verdict {
  const found: Verdict[] = [];
  if (waitingCount > 0 && spoolMb === 0)
    found.push(
      problem(
        `${waitingCount} requests wait in ${file}, but with --spool 0 no server delivers them.`,
        'Start the server once without --spool 0.',
      ),
    );
  if (waitingCount > 0 && spoolMb > 0) {
    const minutes = Math.max(0, Math.floor((nowMs - (oldestMs ?? nowMs)) / minuteMs));
    found.push(
      warning(
        `${waitingCount} requests wait in ${file} for the event store, the oldest for ${minutes} minutes.`,
        'See the finding of the store. A running server delivers them by itself.',
      ),
    );
  }
  if (setAsideCount > 0)
    found.push(
      warning(
        `The event store has refused ${setAsideCount} requests, which stay in ${file}.`,
        'The server’s log has the reason. The next start tries them again.',
      ),
    );
  if (foreignCount > 0)
    found.push(
      warning(
        `${foreignCount} requests in ${file} wait for another event store.`,
        'Start a server with that --store and this --data once.',
      ),
    );
  return worstOf([fine('No events wait for the event store.'), ...found]);
}
