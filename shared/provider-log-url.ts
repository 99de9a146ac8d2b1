import { collectorPattern } from './collector-pattern.ts';
import { providerLogPath } from './log-event.ts';

/**
 * Where the provider's log goes: to `api.providerLog` of the page config if that is the address of a collector, else to the API's own.
 * @param api of the page config, not checked
 */
export function providerLogUrl({ origin, api }: { origin: string; api?: unknown }): string {
  const { providerLog } = (api ?? {}) as { providerLog?: unknown };
  return typeof providerLog === 'string' && collectorPattern.test(providerLog)
    ? providerLog
    : origin + providerLogPath;
}
