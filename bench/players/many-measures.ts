import type { Measure } from '../report/part-report.ts';

export const manyMeasures = [
  {
    id: 'manyCpu',
    title: 'Main thread until all can be played',
    unit: 'ms at 4×',
    explanation:
      'Processor time of the process that all ten share, until the play control of the last one works.',
    goal: {
      kind: 'ratio',
      atMost: 1,
      against: 'native-mp4',
      shortfall: 'both cost the same: which of them costs more differs from round to round',
    },
  },
  {
    id: 'manyWall',
    title: 'The same by the clock',
    unit: 'ms at 4×',
    explanation: 'With what the machine did for others.',
  },
  {
    id: 'manyCpuAll',
    title: 'Main thread, opened and not touched',
    unit: 'ms at 4×',
    explanation: 'The same until 3 s later.',
  },
  {
    id: 'manyBlocking',
    title: 'Blocking time',
    unit: 'ms at 4×',
    explanation: 'Of all tasks until then, what each takes over 50 ms.',
  },
  {
    id: 'manyRequests',
    title: 'Requests',
    unit: 'requests',
    explanation: 'Of all ten and their workers until then.',
  },
  {
    id: 'manyTransferKb',
    title: 'Transferred',
    unit: 'kB',
    explanation: 'Over the wire until then, with headers and media.',
  },
  {
    id: 'manyHeapKb',
    title: 'JavaScript heap',
    unit: 'kB',
    explanation: 'Of the page’s process, its garbage collected.',
  },
  {
    id: 'manyWorkerHeapKb',
    title: 'Heaps of the workers',
    unit: 'kB',
    explanation: 'All together.',
  },
  {
    id: 'manyRssMb',
    title: 'Memory of the process',
    unit: 'MB',
    explanation: 'What the kernel counts as its own (RssAnon).',
  },
  { id: 'manyThreads', title: 'Threads', unit: 'threads', explanation: 'Of the process.' },
  {
    id: 'manyWorkers',
    title: 'Workers',
    unit: 'workers',
    explanation: 'That the ten have started.',
  },
  {
    id: 'manyIdleScriptTasks',
    title: 'Tasks of the ten at rest',
    unit: 'tasks in 10 s',
    explanation:
      'Main-thread tasks in which a script of the page ran, in 10 s in which nothing happens.',
    goal: { kind: 'value', atMost: 0 },
  },
  {
    id: 'manyIdleTasks',
    title: 'All tasks of the ten at rest',
    unit: 'tasks in 10 s',
    explanation: 'The browser’s own too.',
  },
  {
    id: 'manyIdleWorkerTasks',
    title: 'Tasks of their workers',
    unit: 'tasks in 10 s',
    explanation: 'Of all worker threads.',
  },
] as const satisfies readonly Measure[];

export type ManyFigures = Partial<Record<(typeof manyMeasures)[number]['id'], number>>;
