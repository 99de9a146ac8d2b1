import { deniedLimits } from '../../../shared/limits/denied-limits.ts';
import type { ConfigState } from '../../../shared/rpc/rpc.ts';
import type { PerformanceReport } from '../../../shared/telemetry/performance-report.ts';
import { pageClock } from '../../page/page-clock.ts';
import type { PlayerStore } from '../../player/state/player-store.ts';
import type { ServicesClient } from '../../services/services-client.ts';
import { withDeadline } from '../../services/with-deadline.ts';
import type { MeasureDeps } from '../../telemetry/performance/measure-page.ts';
import type { Denial } from './denial.ts';
import { nameDenied } from './name-denied.ts';
import { readCanLock, readPageFacts } from './read-frame-facts.ts';

export interface DeniedDeps {
  store: PlayerStore;
  services: Pick<
    ServicesClient,
    'config' | 'where' | 'info' | 'isOnline' | 'sendingFailure' | 'readLoad'
  >;
  later: MeasureDeps['later'];
}

/** Findings that are collected only on request. */
interface LaterFindings {
  denied: Denial[];
  /** `null` until something measures. */
  performance: PerformanceReport | null;
  /** The provider's configurations as last reported by the services; `null` before. */
  configs: ConfigState[] | null;
}

/**
 * A separate chunk, loaded only for a diagnosis. @returns a function that reads what is denied
 * here, and what the player costs
 */
export async function startDenied({
  store,
  services,
  later,
}: DeniedDeps): Promise<() => LaterFindings> {
  let configs: ConfigState[] | null = null;
  let asking: Promise<void> | null = null;

  /** If the services are gone or fail, the last answer stays. */
  async function askConfigs(): Promise<void> {
    const answer = await services.readLoad()?.catch(() => null);
    if (answer?.ok) configs = answer.value.configs ?? null;
    asking = null;
  }

  const ask = () => {
    asking ??= askConfigs();
    return asking;
  };

  // Hanging services may be the reason for the diagnosis, so wait only for a limited time.
  const [canLock] = await Promise.all([
    readCanLock(),
    withDeadline(ask(), deniedLimits.askMs, pageClock),
  ]);
  const findings = (): LaterFindings => ({
    configs,
    performance: later.performance?.read() ?? null,
    denied: nameDenied({
      ...readPageFacts(canLock),
      queueDenied: services.info?.queueDenied ?? null,
      place: services.where(),
      isOnline: services.isOnline,
      sendingFailure: services.sendingFailure,
      visitorIdFailure: services.config.memo?.visitorIdFailure ?? null,
      isAutoplayBlocked: store.getState().isAutoplayBlocked,
    }),
  });
  return () => {
    void ask();
    return findings();
  };
}
