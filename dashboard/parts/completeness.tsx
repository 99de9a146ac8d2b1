import { Fragment, useEffect, useMemo } from 'react';
import type { TelemetryReport } from '../../shared/telemetry/telemetry-report.ts';
import type { Line } from '../charts/chart-options.ts';
import { TimeChart } from '../charts/time-chart.tsx';
import {
  formatArrived,
  formatCount,
  formatDuration,
  formatLatest,
  formatMoment,
  formatPercent,
} from '../format.ts';
import { useFilledSteps } from '../use-filled-steps.ts';
import type { View } from '../view.ts';
import { completenessId, lostPercent, markedPercent } from './lost-percent.ts';
import { ScrollArea } from './scroll-area.tsx';
import { Section } from './section.tsx';
import { SilentHosts } from './silent-hosts.tsx';

interface CompletenessProps {
  report: TelemetryReport;
  onSelect(changes: Partial<View>): void;
}

type Step = TelemetryReport['completeness']['steps'][number];

/** Maximum number of marked times in the table. */
const markedCount = 5;

/** When events are missing, and why. */
export function Completeness({ report, onSelect }: CompletenessProps) {
  const { completeness, filter } = report;
  const { steps, stepMs, missingBy, rejected, countedFromMs, implausible, silence } = completeness;
  const { filled, moments } = useFilledSteps(steps, stepMs, filter);
  const lines = useMemo<Line[]>(() => {
    const lost = filled.map(({ step }) => (step === null ? 0 : lostPercent(step)));
    return [
      {
        label: `${markedPercent} % or more`,
        colour: 'failures',
        form: 'bars',
        values: lost.map((percent) => (percent >= markedPercent ? percent : 0)),
      },
      {
        label: 'less',
        colour: 'exits',
        form: 'bars',
        values: lost.map((percent) => (percent >= markedPercent ? 0 : percent)),
      },
    ];
  }, [filled]);
  // A link to this section has opened the page before its figures were there.
  useEffect(() => {
    if (location.hash === `#${completenessId}`)
      document.getElementById(completenessId)?.scrollIntoView();
  }, []);
  const zoom = (fromMs: number, toMs: number) => onSelect({ range: 'custom', fromMs, toMs });
  const reasons: [string, number][] = [
    ['On their way: their page has just sent others', missingBy.arriving],
    ['Their page is offline, closed or blocked; they may still arrive', missingBy.away],
    ['Their page was last heard of 30 days ago', missingBy.gone],
    ...missingBy.dropped.map(({ reason, count }): [string, number] => [
      `Dropped by their page: ${reason}`,
      count,
    ]),
    ['Refused by the intake', rejected],
  ];
  return (
    <Section
      title="Completeness"
      id={completenessId}
      note={`Pages number their events, so the server knows which it has not received. Of pages from which nothing arrived it only knows that it has served them. ${formatLatest(countedFromMs)}`}
      className="wide"
    >
      <TimeChart
        title={`Events that have not arrived, by the time at which their page began (${formatDuration(stepMs)})`}
        moments={moments}
        lines={lines}
        format={formatPercent}
        onSelect={zoom}
      />
      <Marked steps={steps} stepMs={stepMs} onSelect={zoom} />
      <SilentHosts silence={silence} />
      <dl className="facts">
        {reasons
          .filter(([, count]) => count > 0)
          .map(([reason, count]) => (
            <Fragment key={reason}>
              <dt>{reason}</dt>
              <dd>{formatCount(count)}</dd>
            </Fragment>
          ))}
        {implausible > 0 && (
          <>
            <dt>Page loads with impossible event numbers, whose missing events are left out</dt>
            <dd>{formatCount(implausible)}</dd>
          </>
        )}
      </dl>
    </Section>
  );
}

interface MarkedProps {
  steps: readonly Step[];
  stepMs: number;
  onSelect(fromMs: number, toMs: number): void;
}

/** The least complete times. */
function Marked({ steps, stepMs, onSelect }: MarkedProps) {
  const marked = steps
    .filter((step) => lostPercent(step) >= markedPercent)
    .sort((one, other) => lostPercent(other) - lostPercent(one))
    .slice(0, markedCount);
  if (marked.length === 0)
    return <p className="nothing">At no time were {markedPercent} % or more missing.</p>;
  return (
    <ScrollArea label="Least complete times">
      <table>
        <caption>Least complete times: choose one for its pages and reasons</caption>
        <thead>
          <tr>
            <th scope="col">From</th>
            <th scope="col">Arrived</th>
            <th scope="col">Missing</th>
            <th scope="col">Refused</th>
            <th scope="col">Page loads</th>
          </tr>
        </thead>
        <tbody>
          {marked.map((step) => (
            <tr key={step.atMs}>
              <th scope="row">
                <button
                  type="button"
                  className="link"
                  onClick={() => onSelect(step.atMs, step.atMs + stepMs)}
                >
                  {formatMoment(step.atMs)}
                </button>
              </th>
              <td>{formatArrived(step.stored, step.created)}</td>
              <td>{formatCount(step.missing)}</td>
              <td>{formatCount(step.rejected)}</td>
              <td>{formatCount(step.pageLoads)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollArea>
  );
}
