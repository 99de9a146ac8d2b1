import type { PerformanceReport } from '../../shared/performance-report.ts';
import type { ConfigState } from '../../shared/rpc.ts';
import { pageClock } from '../page-clock.ts';
import type { MeasureDeps } from '../performance/measure-page.ts';
import type { PlayerStore } from '../player/player-store.ts';
import type { ServicesClient } from '../services/services-client.ts';
import { withDeadline } from '../services/with-deadline.ts';
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

/** How long an answer waits for what the services know. */
const askMs = 1_000;

/** What only those learn who ask how the player is doing. */
interface LaterFindings {
  denied: Denial[];
  /** `null` as long as nobody measures. */
  performance: PerformanceReport | null;
  /** The provider's configurations, as the services last told of them; `null` before they have. */
  configs: ConfigState[] | null;
}

/** A script of its own, for those who ask. @returns reads what this page does without, and costs, at the moment */
export async function startDenied({
  store,
  services,
  later,
}: DeniedDeps): Promise<() => LaterFindings> {
  let configs: ConfigState[] | null = null;
  let asking: Promise<void> | null = null;

  /** Services that have gone, or have a bug: what they said last stands. */
  async function askConfigs(): Promise<void> {
    const answer = await services.readLoad()?.catch(() => null);
    if (answer?.ok) configs = answer.value.configs ?? null;
    asking = null;
  }

  const ask = () => {
    asking ??= askConfigs();
    return asking;
  };

  // Services that hang are what some ask for.
  const [canLock] = await Promise.all([readCanLock(), withDeadline(ask(), askMs, pageClock)]);
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
