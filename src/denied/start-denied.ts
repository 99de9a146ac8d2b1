import { readReport } from '../performance/latest-report.ts';
import type { PerformanceReport } from '../performance/performance-report.ts';
import type { PlayerStore } from '../player/player-store.ts';
import type { ServicesClient } from '../services/services-client.ts';
import type { Denial } from './denial.ts';
import { nameDenied } from './name-denied.ts';
import { readCanLock, readPageFacts } from './read-frame-facts.ts';

export interface DeniedDeps {
  store: PlayerStore;
  services: Pick<ServicesClient, 'where' | 'info' | 'isOnline' | 'sendingFailure'>;
}

/** What only those learn who ask how the player is doing. */
interface LaterFindings {
  denied: Denial[];
  /** `null` as long as nobody measures. */
  performance: PerformanceReport | null;
}

/** A script of its own, for those who ask. @returns reads what this page does without, and costs, at the moment */
export async function startDenied({ store, services }: DeniedDeps): Promise<() => LaterFindings> {
  const canLock = await readCanLock();
  return () => ({
    performance: readReport(store),
    denied: nameDenied({
      ...readPageFacts(canLock),
      queueDenied: services.info?.queueDenied ?? null,
      place: services.where(),
      isOnline: services.isOnline,
      sendingFailure: services.sendingFailure,
      isAutoplayBlocked: store.getState().isAutoplayBlocked,
    }),
  });
}
