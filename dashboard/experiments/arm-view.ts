import type { ExperimentArm } from '../../shared/telemetry/experiment-arm.ts';
import type { ShownExperiment } from '../../shared/telemetry/experiment-report.ts';
import { everything, type View } from '../view.ts';

interface ArmChoice {
  experiment: Pick<ShownExperiment, 'name' | 'startedMs' | 'endedMs'>;
  arm: ExperimentArm;
  /** Unix milliseconds. */
  nowMs: number;
}

/**
 * The playbacks that a comparison has of an arm. Other filters do not apply to comparisons, and an
 * experiment of the same name may have run at another time.
 */
export function armView(
  view: View,
  { experiment: { name, startedMs, endedMs }, arm, nowMs }: ArmChoice,
): View {
  return {
    ...{ ...view, ...everything(view), page: 'playbacks', experiment: name, arm },
    // A time has at least a millisecond.
    ...{ range: 'custom', fromMs: startedMs, toMs: Math.max(endedMs ?? nowMs + 1, startedMs + 1) },
  };
}
