import { pageConfigLimits } from '../../shared/later-limits.ts';
import type { ClientContext } from '../../shared/log-batch.ts';
import type { Position } from '../../shared/position.ts';
import type { RequestContext } from '../../shared/request-context.ts';
import type { Findings } from '../probes/findings.ts';
import type { ApiSettings } from './api-settings.ts';

/** What earlier replies gave and still counts. */
export type SentBack = Omit<RequestContext['request'], 'internalExperimentFlags' | 'embedPass'>;

export interface RequestContextParts {
  /** The shell: who is speaking. */
  context: ClientContext;
  settings: Pick<ApiSettings, 'enableSafetyMode' | 'lockedSafetyMode' | 'adSignals' | 'embedPass'>;
  sentBack: SentBack;
  findings: Findings | null;
  /** Experiment flags of the page, by name. */
  flags?: Record<string, string> | undefined;
  clickTrackingParams: string | undefined;
  position?: Position | undefined;
}

/** The `context` of a call (specification §7). */
export function buildRequestContext(parts: RequestContextParts): RequestContext {
  const { context, settings, sentBack, findings, flags = {}, clickTrackingParams, position } = parts;
  const { enableSafetyMode, lockedSafetyMode, adSignals, embedPass } = settings;
  const signals = [...new URLSearchParams(adSignals)];
  if (findings?.adStatus) signals.push(['dclkstat', String(findings.adStatus)]);
  const webResponse = findings?.attestation?.answer;
  return {
    client: position === undefined ? context.client : { ...context.client, location: position },
    user: { enableSafetyMode, lockedSafetyMode },
    request: {
      ...sentBack,
      ...(embedPass !== null && { embedPass }),
      ...(webResponse && { attestationResponseData: { webResponse } }),
      ...experimentFlags(flags),
    },
    adSignalsInfo: { params: signals.map(([key, value]) => ({ key, value })) },
    clickTracking: clickTrackingParams === undefined ? {} : { clickTrackingParams },
  };
}

function experimentFlags(
  flags: Record<string, string>,
): Pick<RequestContext['request'], 'internalExperimentFlags'> {
  const { flagMaxChars, flagsCount } = pageConfigLimits;
  const told = Object.entries(flags)
    .filter(([key, value]) => key.length <= flagMaxChars && value.length <= flagMaxChars)
    .slice(0, flagsCount)
    .map(([key, value]) => ({ key, value }));
  return told.length === 0 ? {} : { internalExperimentFlags: told };
}
