import type { CrashLoad } from './load/crash-intake.ts';
import type { IntakeLoad } from './load/load-intake.ts';
import type { PageSoak } from './page/soak-page.ts';

/** What `bench-results/soak.json` holds; parts that did not run are missing. */
export interface SoakReport {
  measuredAt: string;
  /** Then it must be red. */
  isLeakPlanted: boolean;
  page?: PageSoak;
  load?: IntakeLoad;
  crash?: CrashLoad;
}
