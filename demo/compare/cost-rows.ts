/** The compared part of a report. */
export interface ComparedReport {
  longTasks: { count: number; longestMs: number; blockingMs: number } | null;
  longFrames: { ownScriptMs: number } | null;
  interaction: { inpMs: number } | null;
  layoutShift: number | null;
  pageScripts: { bytes: number };
  servicesScripts: { bytes: number } | null;
  services: { startMs: number | null; busyMs: number | null; messageCount: number | null };
  start: { playToFirstFrameMs: number | null };
}

interface Measure {
  name: string;
  unit: string;
  read(report: ComparedReport): number | null | undefined;
}

const measures: readonly Measure[] = [
  { name: 'Blocking time', unit: 'ms', read: ({ longTasks }) => longTasks?.blockingMs },
  { name: 'Longest task', unit: 'ms', read: ({ longTasks }) => longTasks?.longestMs },
  {
    name: 'Own script time in long frames',
    unit: 'ms',
    read: ({ longFrames }) => longFrames?.ownScriptMs,
  },
  { name: 'Interaction to Next Paint', unit: 'ms', read: ({ interaction }) => interaction?.inpMs },
  { name: 'Services work', unit: 'ms', read: ({ services }) => services.busyMs },
  { name: 'Services startup', unit: 'ms', read: ({ services }) => services.startMs },
  { name: 'Play to first frame', unit: 'ms', read: ({ start }) => start.playToFirstFrameMs },
  { name: 'Page scripts', unit: 'kB', read: ({ pageScripts }) => pageScripts.bytes / 1_000 },
  {
    name: 'Services scripts',
    unit: 'kB',
    read: ({ servicesScripts }) => servicesScripts && servicesScripts.bytes / 1_000,
  },
  { name: 'Messages to the services', unit: '', read: ({ services }) => services.messageCount },
  { name: 'Layout shift', unit: '', read: ({ layoutShift }) => layoutShift },
];

/** Name, worker, main, difference; a dash for unknown values. */
export type CostRow = [name: string, worker: string, main: string, difference: string];

export function costRows(worker: ComparedReport | null, main: ComparedReport | null): CostRow[] {
  return measures.map(({ name, unit, read }) => {
    const [left, right] = [worker && read(worker), main && read(main)];
    const isKnown = left != null && right != null;
    return [
      name,
      shown(left, unit),
      shown(right, unit),
      isKnown ? signed(right - left, unit) : '–',
    ];
  });
}

function shown(value: number | null | undefined, unit: string): string {
  return value == null ? '–' : `${Math.round(value * 10) / 10} ${unit}`.trim();
}

function signed(value: number, unit: string): string {
  return value > 0 ? `+${shown(value, unit)}` : shown(value, unit).replace('-', '−');
}
