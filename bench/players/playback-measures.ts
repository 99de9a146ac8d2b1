import type { Measure } from '../report/part-report.ts';

export const playbackMeasures = [
  {
    id: 'wallPerSec',
    title: 'Main thread during playback',
    unit: 'ms a second at 4×',
    explanation:
      'Time of all tasks of the embed’s main thread in 10 s of steady playback with the controls hidden, by the clock, a second.',
    goal: {
      kind: 'ratio',
      atMost: 1.2,
      against: 'native-mp4',
      shortfall:
        'a timer looks every 4 s whether the picture moves; with HLS a message every 5 s tells the media worker the time, and the browser does more on the page’s thread for a media source in a worker',
    },
  },
  {
    id: 'cpuPerSec',
    title: 'The same, processor time',
    unit: 'ms a second at 4×',
    explanation: 'Without what the machine did for others meanwhile.',
  },
  {
    id: 'tasksPerSec',
    title: 'Tasks',
    unit: 'a second',
    explanation: 'All tasks of the main thread, the browser’s own too.',
  },
  {
    id: 'scriptTasksPerSec',
    title: 'Tasks with a script',
    unit: 'a second',
    explanation: 'Those in which a script of the page ran: timers, events, messages.',
  },
  {
    id: 'reactCommits',
    title: 'Renders of React',
    unit: 'in 10 s',
    explanation:
      'How often React changed the page in those 10 s, as it tells the hook of its developer tools; of players whose controls React has drawn by then. Ours has, though they are hidden.',
    goal: { kind: 'value', atMost: 0 },
  },
  {
    id: 'workerPerSec',
    title: 'Workers during playback',
    unit: 'ms a second',
    explanation: 'Processor time of the page’s workers, which are not slowed down.',
  },
  {
    id: 'idleScriptTasks',
    title: 'Tasks of the paused player',
    unit: 'tasks in 10 s',
    explanation:
      'Main-thread tasks in which a script of the page ran, in 10 s of a paused player that nobody touches, 12 s after the pause.',
    goal: { kind: 'value', atMost: 0 },
  },
  {
    id: 'idleTasks',
    title: 'All tasks of the paused player',
    unit: 'tasks in 10 s',
    explanation: 'The browser’s own too, which the native player has as well.',
  },
  {
    id: 'idleCpu',
    title: 'Main thread of the paused player',
    unit: 'ms in 10 s at 4×',
    explanation: 'Processor time of those.',
  },
  {
    id: 'idleWorkerTasks',
    title: 'Tasks of its workers',
    unit: 'tasks in 10 s',
    explanation: 'Of all its worker threads.',
  },
] as const satisfies readonly Measure[];

export type PlaybackFigures = Partial<Record<(typeof playbackMeasures)[number]['id'], number>>;
