import { useId } from 'react';
import { experimentArms, isExperimentArm } from '../../shared/telemetry/experiment-arm.ts';
import type { View } from '../view.ts';

interface ExperimentChoiceProps {
  view: Pick<View, 'experiment' | 'arm'>;
  /** Names of those that ran in the time of the report. */
  experiments: readonly string[];
  onChange(changes: Partial<View>): void;
}

const labels = { treatment: 'Treatment', control: 'Control' } as const;
const all = '';

/** Filters by an arm of an experiment. Without experiments there is nothing to choose. */
export function ExperimentChoice({
  view: { experiment, arm },
  experiments,
  onChange,
}: ExperimentChoiceProps) {
  const id = useId();
  const isListed = experiment === null || experiments.includes(experiment);
  const listed = isListed ? experiments : [experiment, ...experiments];
  if (listed.length === 0) return null;
  return (
    <>
      <div className="choice">
        <label htmlFor={`${id}-experiment`}>Experiment</label>
        <select
          id={`${id}-experiment`}
          value={experiment ?? all}
          data-filtered={experiment !== null}
          onChange={({ target: { value } }) =>
            onChange({ experiment: value === all ? null : value, arm: null })
          }
        >
          <option value={all}>All</option>
          {listed.map((name) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </select>
      </div>
      {experiment !== null && (
        <div className="choice">
          <label htmlFor={`${id}-arm`}>Arm</label>
          <select
            id={`${id}-arm`}
            value={arm ?? all}
            data-filtered={arm !== null}
            onChange={({ target: { value } }) =>
              onChange({ arm: isExperimentArm(value) ? value : null })
            }
          >
            <option value={all}>Both</option>
            {experimentArms.map((name) => (
              <option key={name} value={name}>
                {labels[name]}
              </option>
            ))}
          </select>
        </div>
      )}
    </>
  );
}
