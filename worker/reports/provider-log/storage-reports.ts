import { providerLogLimits } from '../../../shared/limits/provider-log-limits.ts';
import type { DatabaseError } from '../../../shared/tools/database-error.ts';
import type { ProviderLog } from './provider-log.ts';

/**
 * Reports to the provider how viewers' storage works, for a sample of the documents:
 * `isInStorageSample`.
 */
export interface StorageReports {
  logSampled: ProviderLog['log'];
  failed(code: DatabaseError, message: string): void;
}

export function createStorageReports(log: ProviderLog['log'], isInSample: boolean): StorageReports {
  const reported = new Set<DatabaseError>();
  const logSampled: ProviderLog['log'] = (kind, fields) => isInSample && log(kind, fields);

  return {
    logSampled,
    failed(code, message) {
      // On a full disk every write fails, so each code is reported once.
      if (reported.has(code)) return;
      reported.add(code);
      logSampled('storage_failed', {
        code,
        message: message.slice(0, providerLogLimits.messageMaxChars),
      });
    },
  };
}
