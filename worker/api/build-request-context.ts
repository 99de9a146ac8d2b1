import type { ClientContext } from '../../shared/log-batch.ts';
import type { RequestContext } from '../../shared/request-context.ts';
import type { Findings } from '../probes/findings.ts';
import type { ApiSettings } from './api-settings.ts';

/** What earlier replies gave and still counts. */
export type SentBack = RequestContext['request'];

export interface RequestContextParts {
  /** The shell: who is speaking. */
  context: ClientContext;
  settings: Pick<ApiSettings, 'enableSafetyMode' | 'lockedSafetyMode' | 'adSignals'>;
  sentBack: SentBack;
  findings: Findings | null;
  clickTrackingParams: string | undefined;
}

/** The `context` of a call (specification §7). */
export function buildRequestContext(parts: RequestContextParts): RequestContext {
  const { context, settings, sentBack, findings, clickTrackingParams } = parts;
  const { enableSafetyMode, lockedSafetyMode, adSignals } = settings;
  const signals = [...new URLSearchParams(adSignals)];
  if (findings?.adStatus) signals.push(['dclkstat', String(findings.adStatus)]);
  const webResponse = findings?.attestation?.answer;
  return {
    client: context.client,
    user: { enableSafetyMode, lockedSafetyMode },
    request: { ...sentBack, ...(webResponse && { attestationResponseData: { webResponse } }) },
    adSignalsInfo: { params: signals.map(([key, value]) => ({ key, value })) },
    clickTracking: clickTrackingParams === undefined ? {} : { clickTrackingParams },
  };
}
