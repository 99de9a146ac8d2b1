import { type ExperimentArm, experimentArms } from '../../shared/telemetry/experiment-arm.ts';
import type {
  ExperimentReport,
  ShownExperiment,
} from '../../shared/telemetry/experiment-report.ts';
import { Section } from '../parts/section.tsx';
import { ViewLink } from '../parts/view-link.tsx';
import type { View } from '../view.ts';
import { armView } from './arm-view.ts';
import { ComparisonTable } from './comparison-table.tsx';
import { countsOf, leftOut, stateOf, titleOf } from './describe-experiment.ts';

interface ExperimentsPageProps {
  report: ExperimentReport;
  view: View;
  onChange(changes: Partial<View>): void;
}

/** Answers whether a change is better or worse for viewers. */
export function ExperimentsPage({
  report: { madeMs, experiments },
  view,
  onChange,
}: ExperimentsPageProps) {
  if (experiments.length === 0)
    return (
      <p className="notice">
        No experiment has run yet. Start the server with <code>--experiment NAME=PERCENT</code>, for
        example <code>--experiment fast_start=10%</code>: a tenth of the embeds get the flag{' '}
        <code>fast_start</code>, and this page compares them with others of the same time. With{' '}
        <code>,runtime=main</code> or <code>,build=DIR</code> they get another runtime or build. The
        option <code>--retreat first_frame_p75=+10%</code> ends an experiment that makes a measure
        worse.
      </p>
    );
  return (
    <>
      <p className="note experiments-note">
        Each page load is drawn into the treatment, the control or neither. More of each measure is
        worse, except of playbacks. The true change lies in its interval with 95 % confidence, so
        where nothing differs, one measure in twenty looks better or worse by chance. A comparison
        needs at least 50 values in each arm, more for p95, and is not possible where most values
        are 0.
      </p>
      {experiments.map((experiment) => (
        <Experiment
          key={`${experiment.startedMs} ${titleOf(experiment)}`}
          experiment={experiment}
          linkTo={(arm) => armView(view, { experiment, arm, nowMs: madeMs })}
          onChange={onChange}
        />
      ))}
    </>
  );
}

interface ExperimentProps {
  experiment: ShownExperiment;
  /** @returns the view with the playbacks of an arm */
  linkTo(arm: ExperimentArm): View;
  onChange(changes: Partial<View>): void;
}

function Experiment({ experiment, linkTo, onChange }: ExperimentProps) {
  const { comparisons, playbacksFromMs, embedsFromMs } = experiment;
  const title = titleOf(experiment);
  const { playbacks, embeds } = countsOf(comparisons);
  return (
    <Section title={title} className="wide experiment">
      <dl className="facts">
        <dt>State</dt>
        <dd>{stateOf(experiment)}</dd>
        <dt>Playbacks</dt>
        <dd>
          {playbacks}
          {leftOut(playbacksFromMs)}
        </dd>
        <dt>All figures</dt>
        <dd className="arms">
          {experimentArms.map((arm) => (
            <ViewLink key={arm} to={linkTo(arm)} onFollow={() => onChange(linkTo(arm))}>
              Playbacks in the {arm}
            </ViewLink>
          ))}
        </dd>
        <dt>Measured embeds</dt>
        <dd>
          {embeds}
          {leftOut(embedsFromMs)}
        </dd>
      </dl>
      <ComparisonTable label={`Measures of ${title}`} comparisons={comparisons} />
    </Section>
  );
}
