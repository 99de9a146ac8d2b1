import { err, type Result } from '../../shared/tools/result.ts';
import type { LaterServices } from './later-services.ts';

/** Calls to the services that load later. */
export interface LaterCalls {
  /** Call once, before the others. */
  load(loading: Promise<LaterServices>): void;
  /** @returns an error if their script fails to load */
  ask<T, Code extends string>(
    call: (services: LaterServices) => Promise<Result<T, Code>>,
  ): Promise<Result<T, Code | 'NOT_STARTED' | 'UNKNOWN_ERROR'>>;
  /** Does nothing if their script fails to load: not even that failure can be reported. */
  post(call: (services: LaterServices) => void | Promise<void>): Promise<void>;
  readConfigs: LaterServices['readConfigs'];
}

export const notStarted = 'Call `start` first, once.';

export function createLaterCalls(): LaterCalls {
  let later: Promise<LaterServices> | null = null;
  return {
    load(loading) {
      later = loading;
      // Callers get this failure from `ask`.
      loading.catch(() => undefined);
    },
    async ask(call) {
      if (later === null) return err('NOT_STARTED', notStarted);
      try {
        return await call(await later);
      } catch (error) {
        return err('UNKNOWN_ERROR', `Unknown request error: ${String(error)}`);
      }
    },
    post: async (call) => later?.then(call).catch(() => undefined),
    readConfigs: async () => (await later)?.readConfigs() ?? [],
  };
}
