import type { ClientContext } from '../../shared/log-batch.ts';
import type { Position } from '../../shared/position.ts';
import type { RequestContext } from '../../shared/request-context.ts';
import type { ApiSettings } from './api-settings.ts';

/** What earlier replies gave and still counts. */
export type SentBack = RequestContext['request'];

export interface RequestContextParts {
  /** The shell: who is speaking. */
  context: ClientContext;
  settings: Pick<ApiSettings, 'enableSafetyMode' | 'lockedSafetyMode' | 'adSignals'>;
  sentBack: SentBack;
  clickTrackingParams: string | undefined;
  position?: Position | undefined;
}

/** The `context` of a call (specification §7). */
export function buildRequestContext(parts: RequestContextParts): RequestContext {
  const { context, settings, sentBack, clickTrackingParams, position } = parts;
  const { enableSafetyMode, lockedSafetyMode, adSignals } = settings;
  return {
    client: position === undefined ? context.client : { ...context.client, location: position },
    user: { enableSafetyMode, lockedSafetyMode },
    request: sentBack,
    adSignalsInfo: { params: [...new URLSearchParams(adSignals)].map(([key, value]) => ({ key, value })) },
    clickTracking: clickTrackingParams === undefined ? {} : { clickTrackingParams },
  };
}
