import type { CrashLoad } from './load/crash-intake.ts';
import type { IntakeLoad } from './load/load-intake.ts';
import type { PageSoak } from './page/soak-page.ts';
import type { SinksSoak } from './sinks/soak-sinks.ts';

/** Contents of `bench-results/soak.json`; parts that did not run are missing. */
export interface SoakReport {
  measuredAt: string;
  /** If so, the soak must fail. */
  isLeakPlanted: boolean;
  page?: PageSoak;
  load?: IntakeLoad;
  crash?: CrashLoad;
  sinks?: SinksSoak;
}
