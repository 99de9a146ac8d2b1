import type { ExperimentChange } from '../../shared/telemetry/experiment-report.ts';
import { intervalShape, intervalWidth } from './interval-shape.ts';

const height = 16;
const middle = height / 2;
/** An arrow's length; it means that the interval goes on. */
const arrow = 5;

/** A change and its interval around "no change". The text beside it says the same. */
export function Interval({ change }: { change: ExperimentChange }) {
  const { from, to, at, isCutLeft, isCutRight } = intervalShape(change);
  return (
    <svg
      className="interval"
      viewBox={`0 0 ${intervalWidth} ${height}`}
      aria-hidden="true"
      focusable="false"
    >
      <line
        className="interval-zero"
        x1={intervalWidth / 2}
        x2={intervalWidth / 2}
        y1="0"
        y2={height}
      />
      <line className="interval-line" x1={from} x2={to} y1={middle} y2={middle} />
      {isCutLeft && <path d={`M0 ${middle} l${arrow} ${-arrow} v${2 * arrow} z`} />}
      {isCutRight && (
        <path d={`M${intervalWidth} ${middle} l${-arrow} ${-arrow} v${2 * arrow} z`} />
      )}
      <circle cx={Math.min(intervalWidth - 4, Math.max(4, at))} cy={middle} r="4" />
    </svg>
  );
}
