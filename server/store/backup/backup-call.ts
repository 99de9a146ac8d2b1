import { join, resolve } from 'node:path';
import type { Result } from '../../../shared/tools/result.ts';
import { err, ok } from '../../../shared/tools/result.ts';
import type { CommandDeps } from '../../cli/command-deps.ts';
import { directoryOption } from '../../cli/directory-option.ts';
import type { Call } from '../../cli/parse-command.js';
import { storeOption } from '../../cli/store-option.ts';
import type { PostgresHost } from '../postgres/postgres-url.js';

/** Where a command reads or writes a whole store. */
export type StorePlace =
  | { type: 'sqlite'; dataDir: string; file: string }
  | { type: 'postgres'; hosts: readonly PostgresHost[] };

/** @returns `BAD_STORE`, or `NO_EFFECT` if `--data` is given beside a PostgreSQL */
export function storePlace(
  call: Call,
  deps: CommandDeps,
): Result<StorePlace, 'BAD_STORE' | 'NO_EFFECT'> {
  const store = storeOption(call, deps);
  if (!store.ok) return store;
  if (store.value !== null)
    return call.values.has('data')
      ? err('NO_EFFECT', '--data has no effect with a store in PostgreSQL; leave it out.')
      : ok({ type: 'postgres', hosts: store.value });
  const dataDir = directoryOption('data', call, deps);
  return ok({ type: 'sqlite', dataDir, file: join(dataDir, 'events.sqlite') });
}

export function nameOf(place: StorePlace): string {
  if (place.type === 'sqlite') return place.file;
  return `PostgreSQL ${place.hosts.map(({ name }) => name).join(', ')}`;
}

/** @returns the absolute path of a file that the user named */
export function pathOf(file: string, { cwd }: Pick<CommandDeps, 'cwd'>): string {
  return resolve(cwd, file);
}

/** Counts of a backup. */
export interface BackupCounts {
  eventCount: number;
  /** Events that had left the store, and are only in ClickHouse. */
  archivedCount: number;
}

/** @returns a further sentence about events that are not in the backup, or nothing */
export function archivedText(count: number): string {
  return count === 0
    ? ''
    : ` ${count.toLocaleString('en')} older ${count === 1 ? 'one is' : 'ones are'} only in ClickHouse, which needs a backup of its own.`;
}

export function eventsText(count: number): string {
  return `${count.toLocaleString('en')} ${count === 1 ? 'event' : 'events'}`;
}
