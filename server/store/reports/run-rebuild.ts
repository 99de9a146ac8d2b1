import { existsSync } from 'node:fs';
import type { CommandDeps } from '../../cli/command-deps.ts';
import { eventsOption } from '../../cli/events-option.ts';
import { failureExitCode, usageExitCode } from '../../cli/exit-codes.js';
import type { Call } from '../../cli/parse-command.js';
import { createProgress } from '../../cli/progress.ts';
import { nameOf, storePlace } from '../backup/backup-call.ts';
import type { ClickHouseAddress } from '../copy/clickhouse-url.js';
import type { Archive } from '../copy/open-archive.ts';
import { openStore, sqliteStoreName } from '../open-store.ts';
import { databaseName } from '../postgres/postgres-url.js';

/** `offstage rebuild` computes the reports again from the stored events, while servers write. */
export async function runRebuild(call: Call, deps: CommandDeps): Promise<number> {
  const { stdout, stderr, signal } = deps;
  const fail = (message: string, code = failureExitCode) => {
    stderr.write(`${message}\n`);
    return code;
  };
  const place = storePlace(call, deps);
  if (!place.ok) return fail(place.error.message, usageExitCode);
  const events = eventsOption(call, deps);
  if (!events.ok) return fail(events.error.message, usageExitCode);
  const store = nameOf(place.value);
  if (place.value.type === 'sqlite' && !existsSync(place.value.file))
    return fail(
      `There is no event store ${store}; start the server once, or name its directory with --data.`,
    );
  const isJson = call.switches.has('json');
  const print = (sentence: string, result: object) =>
    stdout.write(isJson ? `${JSON.stringify(result, null, 2)}\n` : `${sentence}\n`);
  if (call.switches.has('dry-run')) {
    print(`Would compute the reports of ${store} again.`, {
      store,
      isDryRun: true,
      documents: null,
      playbacks: null,
      kept: null,
    });
    return 0;
  }
  const archive = events.value === null ? null : await openArchive(events.value);
  const name = place.value.type === 'sqlite' ? sqliteStoreName : databaseName(place.value.hosts);
  const opened = await openStore(
    {
      replica: null,
      ...(place.value.type === 'sqlite'
        ? { dataDir: place.value.dataDir, postgres: null }
        : { dataDir: '', postgres: place.value.hosts }),
      ...(archive !== null && { archive: archive.of(name) }),
    },
    () => {},
  );
  if (!opened.ok) return fail(opened.error.message);
  const progress = createProgress('documents', stderr);
  try {
    const rebuilt = await opened.value.rebuildReports({ onProgress: progress.update, signal });
    progress.stop();
    if (!rebuilt.ok) return fail(`The reports are not complete: ${rebuilt.error.message}`);
    if (rebuilt.value === null)
      return fail('Stopped before the end; the next rebuild begins again.');
    const { documents, playbacks, kept } = rebuilt.value;
    const keptText =
      kept === 0
        ? ''
        : ` The playbacks of ${counted(kept, 'document')} stay as they were, because events of ${kept === 1 ? 'it' : 'them'} are only in ClickHouse; name it with --events.`;
    print(
      `The reports of ${store} have ${counted(playbacks, 'playback')} of ${counted(documents, 'document')} again.${keptText} The server adds them up.`,
      { store, isDryRun: false, ...rebuilt.value },
    );
    return 0;
  } finally {
    progress.stop();
    await opened.value.close();
    await archive?.close();
  }
}

/** Loaded only if used, with ClickHouse's client. */
async function openArchive(address: ClickHouseAddress): Promise<Archive> {
  const { openArchive: open } = await import('../copy/open-archive.ts');
  return open(address);
}

function counted(count: number, name: string): string {
  return `${count.toLocaleString('en')} ${count === 1 ? name : `${name}s`}`;
}
