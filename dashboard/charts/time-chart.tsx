import 'uplot/dist/uPlot.min.css';
import { useEffect, useId, useRef } from 'react';
import uPlot from 'uplot';
import { formatMoment, formatShort } from '../format.ts';
import { ScrollArea } from '../parts/scroll-area.tsx';
import { chartColour } from './chart-colour.ts';

export interface Line {
  label: string;
  /** Name of a colour in the style sheet. */
  colour: string;
  /** One for each moment; `null` without a value. */
  values: readonly (number | null)[];
  form: 'bars' | 'line';
}

export interface TimeChartProps {
  title: string;
  /** Unix milliseconds. */
  moments: readonly number[];
  lines: readonly Line[];
  format?: (value: number) => string;
  /** Called when the user drags a box over a time range. */
  onSelect?: (fromMs: number, toMs: number) => void;
}

const heightPx = 220;
/** Up to this number of values, each is drawn as a point. */
const sparseCount = 24;
/** A shorter drag is a click. */
const selectMinPx = 8;
/** Half a time label's width, which the last moment's label needs at the edge. */
const labelEdgePx = 24;
/** Axis steps are whole numbers: counts have no tenths, and rounded labels would repeat. */
const wholeSteps = Array.from({ length: 12 }, (_, power) =>
  [1, 2, 5].map((digit) => digit * 10 ** power),
).flat();

/** A chart over time, with the same data as a table for screen readers. */
export function TimeChart({
  title,
  moments,
  lines,
  format = formatShort,
  onSelect,
}: TimeChartProps) {
  const place = useRef<HTMLDivElement>(null);
  const select = useRef(onSelect);
  select.current = onSelect;
  const id = useId();

  useEffect(() => {
    const parent = place.current;
    if (parent === null) return;
    const isDark = matchMedia('(prefers-color-scheme: dark)');
    const leave = new AbortController();
    let chart: uPlot | null = null;
    const draw = () => {
      chart?.destroy();
      chart = new uPlot(
        options({ moments, lines, format, width: parent.clientWidth, select }),
        dataOf(moments, lines),
        parent,
      );
    };
    draw();
    isDark.addEventListener('change', draw, { signal: leave.signal });
    const watch = new ResizeObserver(() =>
      chart?.setSize({ width: parent.clientWidth, height: heightPx }),
    );
    watch.observe(parent);
    return () => {
      leave.abort();
      watch.disconnect();
      chart?.destroy();
    };
  }, [moments, lines, format]);

  const shown = moments
    .map((atMs, index) => ({ atMs, values: lines.map(({ values }) => values[index] ?? null) }))
    .filter(({ values }) => values.some((value) => value !== null && value !== 0));
  return (
    <figure className="chart" aria-labelledby={id}>
      <figcaption id={id}>
        {title}
        <span className="legend">
          {lines.map(({ label, colour }) => (
            <span key={label} data-colour={colour}>
              {label}
            </span>
          ))}
        </span>
      </figcaption>
      <div ref={place} className="canvas" aria-hidden="true" />
      <details className="chart-table">
        <summary>{title} as a table</summary>
        <ScrollArea label={`${title}, table`}>
          <table>
            <thead>
              <tr>
                <th scope="col">From</th>
                {lines.map(({ label }) => (
                  <th key={label} scope="col">
                    {label}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {shown.map(({ atMs, values }) => (
                <tr key={atMs}>
                  <th scope="row">{formatMoment(atMs)}</th>
                  {values.map((value, index) => (
                    <td key={lines[index]?.label}>{value === null ? '–' : format(value)}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollArea>
      </details>
    </figure>
  );
}

const daySec = 86_400;
const dayLabel = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' });
const timeLabel = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });

/** Times of the day; the date is below the first label of each day. */
function timeLabels(ticks: readonly number[], stepSec: number): string[] {
  let last = '';
  return ticks.map((tick) => {
    const moment = new Date(tick * 1_000);
    const day = dayLabel.format(moment);
    if (stepSec >= daySec) return day;
    const isNewDay = day !== last;
    last = day;
    return isNewDay ? `${timeLabel.format(moment)}\n${day}` : timeLabel.format(moment);
  });
}

function dataOf(moments: readonly number[], lines: readonly Line[]): uPlot.AlignedData {
  return [moments.map((ms) => ms / 1_000), ...lines.map(({ values }) => [...values])];
}

function options({
  moments,
  lines,
  format,
  width,
  select,
}: {
  moments: readonly number[];
  lines: readonly Line[];
  format: (value: number) => string;
  width: number;
  select: { current: ((fromMs: number, toMs: number) => void) | undefined };
}): uPlot.Options {
  // Half a step at both ends, so that the first and the last bar are drawn whole.
  const halfStepSec = ((moments[1] ?? 1) - (moments[0] ?? 0)) / 2_000;
  const [grid, text] = [chartColour('line'), chartColour('muted')];
  const axis = {
    stroke: text,
    font: '12px system-ui, sans-serif',
    grid: { stroke: grid, width: 1 },
    ticks: { show: false },
  };
  const bars = uPlot.paths.bars?.({ size: [0.75, 28], radius: 0.2 });
  return {
    width,
    height: heightPx,
    padding: [8, labelEdgePx, 0, 0],
    legend: { show: false },
    cursor: { y: false, drag: { x: select.current !== undefined, y: false, setScale: false } },
    select: { show: select.current !== undefined, left: 0, top: 0, width: 0, height: 0 },
    scales: {
      x: { range: (_chart, min, max) => [min - halfStepSec, max + halfStepSec] },
      y: { range: (_chart, _min, max) => [0, Math.max(1, max * 1.1)] },
    },
    axes: [
      {
        ...axis,
        space: 70,
        values: (_chart, ticks, _axis, _space, stepSec) => timeLabels(ticks, stepSec),
      },
      {
        ...axis,
        size: 56,
        incrs: wholeSteps,
        values: (_chart, ticks) => ticks.map((tick) => format(tick)),
      },
    ],
    series: [
      {},
      ...lines.map(({ label, colour, form, values }): uPlot.Series => {
        const drawn = chartColour(colour);
        // A line through a single value is invisible, so draw points.
        const isSparse = values.filter((value) => value !== null).length <= sparseCount;
        return form === 'bars' && bars !== undefined
          ? { label, fill: drawn, width: 0, paths: bars, points: { show: false } }
          : {
              label,
              stroke: drawn,
              width: 2,
              spanGaps: true,
              points: { show: isSparse, size: 5, fill: drawn },
            };
      }),
    ],
    hooks: {
      setSelect: [
        (chart) => {
          const { left, width: drawnPx } = chart.select;
          if (drawnPx < selectMinPx) return;
          const [from, to] = [chart.posToVal(left, 'x'), chart.posToVal(left + drawnPx, 'x')];
          select.current?.(Math.round(from * 1_000), Math.round(to * 1_000));
        },
      ],
    },
  };
}
