import { pageConfigLimits } from '../../shared/limits/page-config-limits.ts';
import type { ClientContext } from '../../shared/telemetry/log-batch.ts';
import type { Position } from '../../shared/wire/position.ts';
import type { RequestContext } from '../../shared/wire/request-context.ts';
import type { Findings } from '../probes/findings.ts';
import type { ApiSettings } from './api-settings.ts';

/** Values from earlier replies that are still valid. */
export type SentBack = Omit<RequestContext['request'], 'internalExperimentFlags' | 'embedPass'>;

export interface RequestContextParts {
  /** The context shell: identifies the client. */
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
  const {
    context,
    settings,
    sentBack,
    findings,
    flags = {},
    clickTrackingParams,
    position,
  } = parts;
  const { enableSafetyMode, lockedSafetyMode, adSignals, embedPass } = settings;
  const status = findings?.adStatus;
  const signals = [
    ...(status ? [['dclkstat', `${status}`]] : []),
    ...new URLSearchParams(adSignals),
  ];
  const webResponse = findings?.attestation?.answer;
  const sent = pairsThatFit(Object.entries(flags));
  return {
    client: position === undefined ? context.client : { ...context.client, location: position },
    user: { enableSafetyMode, lockedSafetyMode },
    request: {
      ...sentBack,
      ...(embedPass !== null && { embedPass }),
      ...(webResponse && { attestationResponseData: { webResponse } }),
      ...(sent.length > 0 && { internalExperimentFlags: sent }),
    },
    adSignalsInfo: { params: pairsThatFit(signals) },
    clickTracking: clickTrackingParams === undefined ? {} : { clickTrackingParams },
  };
}

/** Drops pairs beyond the server's limits: it refuses a call with more or longer ones. */
function pairsThatFit(pairs: string[][]): { key: string; value: string }[] {
  return pairs
    .filter((pair) => pair.every(({ length }) => length <= pageConfigLimits.flagMaxChars))
    .slice(0, pageConfigLimits.flagsCount)
    .map(([key = '', value = '']) => ({ key, value }));
}
