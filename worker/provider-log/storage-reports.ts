import type { DatabaseError } from '../../shared/database-error.ts';
import { providerLogLimits } from '../../shared/provider-log-limits.ts';
import type { ProviderLog } from './provider-log.ts';

/** Tells the provider how the storage of viewers does, for a fraction of the documents: `isInStorageSample`. */
export interface StorageReports {
  tell: ProviderLog['log'];
  failed(code: DatabaseError, message: string): void;
}

export function createStorageReports(log: ProviderLog['log'], isInSample: boolean): StorageReports {
  const told = new Set<DatabaseError>();
  const tell: ProviderLog['log'] = (kind, fields) => isInSample && log(kind, fields);

  return {
    tell,
    failed(code, message) {
      // A full disk fails each write; the first says it.
      if (told.has(code)) return;
      told.add(code);
      tell('storage_failed', {
        code,
        message: message.slice(0, providerLogLimits.messageMaxChars),
      });
    },
  };
}
