import 'uplot/dist/uPlot.min.css';
import { useEffect, useId, useRef } from 'react';
import uPlot from 'uplot';
import { ScrollArea } from '../parts/scroll-area.tsx';
import { type Axis, chartHeightPx, chartOptions, type Line } from './chart-options.ts';

interface Row {
  /** On the horizontal axis. */
  at: number;
  name: string;
  values: readonly (number | null)[];
}

interface ChartProps {
  title: string;
  lines: readonly Line[];
  /** Positions of the lines' values on the horizontal axis, ascending. */
  positions: readonly number[];
  axis: Axis;
  format: (value: number) => string;
  /** Title of the table's first column. */
  column: string;
  rows: readonly Row[];
  /** Called when the user drags a box over a part of the horizontal axis. */
  onSelect?: ((from: number, to: number) => void) | undefined;
}

/** A chart, with its data as a table for screen readers. */
export function Chart({
  title,
  lines,
  positions,
  axis,
  format,
  column,
  rows,
  onSelect,
}: ChartProps) {
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
        chartOptions({ lines, axis, format, width: parent.clientWidth, select }),
        [[...positions], ...lines.map(({ values }) => [...values])],
        parent,
      );
    };
    draw();
    isDark.addEventListener('change', draw, { signal: leave.signal });
    const watch = new ResizeObserver(() =>
      chart?.setSize({ width: parent.clientWidth, height: chartHeightPx }),
    );
    watch.observe(parent);
    return () => {
      leave.abort();
      watch.disconnect();
      chart?.destroy();
    };
  }, [positions, lines, axis, format]);

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
                <th scope="col">{column}</th>
                {lines.map(({ label }) => (
                  <th key={label} scope="col">
                    {label}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map(({ at, name, values }) => (
                <tr key={at}>
                  <th scope="row">{name}</th>
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
