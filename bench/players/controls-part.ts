import type { PartReport } from '../report/part-report.ts';
import type { BenchOptions } from '../support/bench-options.ts';
import { controlMeasures, pressCount } from './control-measures.ts';
import { groupsBySource } from './groups-by-source.ts';
import { lanes } from './lanes.ts';
import { measureControls } from './measure-controls.ts';
import { measurePart } from './measure-part.ts';

const isOurs = ({ kind }: { kind: string }) => kind === 'ours';

/** Measures how long viewers wait for the effect of each control. */
export function measureControlsPart(options: BenchOptions): Promise<PartReport> {
  return measurePart(options, {
    part: 'controls',
    title: 'Controls',
    about: `The film plays in an iframe of 640 × 360 pixels on another site than its host, its main thread slowed down four times. Each control is pressed ${pressCount} times with the pointer, and each key as often, as a viewer would. Picture in picture is left out: it needs a window of its own.`,
    rounds: 3,
    lanes: lanes.filter(isOurs),
    measure: measureControls,
    groups: groupsBySource({
      measuresOf: () => controlMeasures,
      isIn: isOurs,
      isAgainstNative: false,
    }),
  });
}
