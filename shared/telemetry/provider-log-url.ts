import { collectorPattern } from './collector-pattern.ts';
import { providerLogPath } from './log-event.ts';

/**
 * The URL of the provider's log: `api.providerLog` of the page config if it is a valid collector
 * URL, else the API's own.
 * @param api of the page config, not checked
 */
export function providerLogUrl({ origin, api }: { origin: string; api?: unknown }): string {
  const { providerLog } = (api ?? {}) as { providerLog?: unknown };
  return typeof providerLog === 'string' && collectorPattern.test(providerLog)
    ? providerLog
    : origin + providerLogPath;
}
