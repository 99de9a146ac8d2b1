import type { Measure } from '../report/part-report.ts';

export const rpcMeasures = [
  {
    id: 'rpcCallUs',
    title: 'A call',
    unit: 'µs at 4×',
    explanation:
      'Processor time of the main thread for one call to the services and its answer, of 300 one after the other (`offstage.flush()` with nothing to send).',
  },
  {
    id: 'rpcRoundTripMs',
    title: 'A call until its answer',
    unit: 'ms at 4×',
    explanation: 'By the clock.',
  },
  {
    id: 'rpcToWorkerPerSec',
    title: 'Messages of the page during playback',
    unit: 'a second',
    explanation: 'Posted by the main thread, to whatever port.',
  },
  {
    id: 'rpcToPagePerSec',
    title: 'Messages of the worker during playback',
    unit: 'a second',
    explanation: 'Posted by workers.',
  },
  {
    id: 'rpcIdleMessages',
    title: 'Messages of the paused player',
    unit: 'in 10 s',
    explanation: 'Both ways.',
  },
  {
    id: 'rpcWorkerStart',
    title: 'Start of the worker',
    unit: 'ms',
    explanation:
      'From the first work of its thread until its first message: its script is compiled and run in between.',
  },
  {
    id: 'rpcHeapKb',
    title: 'JavaScript heap of the page',
    unit: 'kB',
    explanation: 'After 30 s, its garbage collected.',
  },
  {
    id: 'rpcWorkerHeapKb',
    title: 'JavaScript heap of the worker',
    unit: 'kB',
    explanation: 'The same.',
  },
] as const satisfies readonly Measure[];

export type RpcFigures = Partial<Record<(typeof rpcMeasures)[number]['id'], number>>;
