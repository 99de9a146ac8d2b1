import type { Goal, Measure } from '../report/part-report.ts';

/** The rest of a stall is the measuring itself. */
const none: Goal = { kind: 'value', atMost: 0.5 };

const filmMeasures = [
  {
    id: 'blockedStill',
    title: 'Stood still while its thread was blocked',
    unit: 's',
    explanation:
      'The player’s main thread is busy for three of every four seconds. Time minus what was played meanwhile.',
    goal: none,
  },
  {
    id: 'coresStill',
    title: 'Stood still while the machine was busy',
    unit: 's',
    explanation:
      'Other programs take 75 % of each core, in turns of 100 ms. Time minus what was played meanwhile.',
    goal: none,
  },
] as const satisfies readonly Measure[];

const liveMeasures = [
  {
    id: 'distance',
    title: 'Behind the newest media, before',
    unit: 's',
    explanation:
      'From the position to the end of what the player says can be reached, before the thread is blocked. Who is farther behind has more in store.',
  },
  {
    id: 'blockedBehind',
    title: 'Farther behind live after the blocked thread',
    unit: 's',
    explanation: '10 s after the end: how much farther behind live than before. Negative: nearer.',
    goal: none,
  },
  {
    id: 'coresBehind',
    title: 'Farther behind live after the busy machine',
    unit: 's',
    explanation: 'The same after the other programs have ended.',
    goal: none,
  },
] as const satisfies readonly Measure[];

export const busyMeasures = {
  hls: filmMeasures,
  live: [...filmMeasures, ...liveMeasures],
} as const;

export type BusyFigures = Partial<Record<(typeof busyMeasures)['live'][number]['id'], number>>;
