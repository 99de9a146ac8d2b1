import { openDataDatabase } from './data-database.ts';
import { createDataStore, type DataStore, type DataStoreDeps } from './data-store.ts';
import { databaseNames, dataDatabaseName } from './database-names.ts';

/** The data stores of a page: its visitor's own, and the one that belongs to no account. */
export interface DataStores {
  own: DataStore;
  /** Signing out does not delete it. Without an account it is `own`. */
  common: DataStore;
  open(name: string): DataStore;
  /** Whether the visitor's own database exists; opening it would create it. */
  hasOwn(): Promise<boolean>;
  /** Deletes all values of both. */
  clear(): Promise<void>;
  close(): void;
}

/** @param deps `onError` gets each code once: where storage is denied, every use fails alike */
export function createDataStores(
  ownDatabase: string,
  { onError, ...deps }: Omit<DataStoreDeps, 'open'>,
): DataStores {
  const failures = new Set<string>();
  const open = (name: string) =>
    createDataStore({
      ...deps,
      open: (onClosed) => openDataDatabase(onClosed, name),
      onError(code, message) {
        if (failures.has(code)) return;
        failures.add(code);
        onError(code, message);
      },
    });
  const own = open(ownDatabase);
  const common = ownDatabase === dataDatabaseName ? own : open(dataDatabaseName);
  return {
    own,
    common,
    open,
    hasOwn: async () => (await databaseNames())?.includes(ownDatabase) ?? true,
    async clear() {
      const names = (await databaseNames()) ?? [dataDatabaseName];
      if (names.includes(ownDatabase)) await own.clear();
      if (names.includes(dataDatabaseName)) await common.clear();
    },
    close() {
      own.close();
      common.close();
    },
  };
}
