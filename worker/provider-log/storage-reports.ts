import type { DatabaseError } from '../../shared/database-error.ts';
import type { ProviderLogFields } from '../../shared/provider-log.ts';
import { providerLogLimits } from '../../shared/services-limits.ts';
import type { ProviderLog } from './provider-log.ts';

/** Tells the provider how the storage of viewers does, for a fraction of the documents (specification §9: 0.2). */
export interface StorageReports {
  opened(kind: 'indexeddb' | 'memory', tookMs: number): void;
  failed(code: DatabaseError, message: string): void;
  adopted(requestCount: number): void;
  /** What a clean-up has removed. */
  cleaned(removed: ProviderLogFields): void;
}

export function createStorageReports(log: ProviderLog['log'], random: () => number): StorageReports {
  const isInSample = random() < providerLogLimits.storageSample;
  const told = new Set<DatabaseError>();
  const tell: ProviderLog['log'] = (kind, fields) => isInSample && log(kind, fields);

  return {
    opened: (kind, tookMs) => tell('storage_opened', { kind, tookMs }),
    failed(code, message) {
      // A full disk fails each write; the first says it.
      if (told.has(code)) return;
      told.add(code);
      tell('storage_failed', { code, message: message.slice(0, providerLogLimits.messageMaxChars) });
    },
    adopted: (requestCount) => tell('storage_adopted', { requestCount }),
    cleaned: (removed) => tell('storage_cleaned', removed),
  };
}
