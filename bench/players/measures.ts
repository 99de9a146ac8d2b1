import type { Goal, Measure } from '../report/part-report.ts';
import type { Source } from './lanes.ts';

interface LoadMeasure extends Measure {
  /** Goals that depend on the source. */
  goals?: Partial<Record<Source, Goal>>;
}

const against = (source: Source) => `native-${source}`;
const bothRatio = (mp4: number, hls: number, shortfall: Record<Source, string>) => ({
  mp4: { kind: 'ratio', atMost: mp4, against: against('mp4'), shortfall: shortfall.mp4 } as const,
  hls: { kind: 'ratio', atMost: hls, against: against('hls'), shortfall: shortfall.hls } as const,
});
/** The browser's own start is most of both, and the machine's noise is as large as the rest. */
const processStart =
  'starting the process and the page is most of both, and differs from round to round by more than what is between them';
const beyond = (source: Source) =>
  ({
    kind: 'beyond',
    atMost: 0,
    against: against(source),
    shortfall:
      'what is left are the browser’s own first layout and the start of the page’s script, a task each',
  }) as const;
const bothBeyond = { mp4: beyond('mp4'), hls: beyond('hls') };

const loadMeasures = [
  {
    id: 'neededKb',
    title: 'Script files before poster and click',
    unit: 'kB brotli',
    explanation:
      'Files of JavaScript that must have come before the poster shows and a click on the play control is taken. All script files are held back until the click has been made: who shows poster and control, and plays once they are let go, needs none of them. Of the others: what the main thread had loaded when the control worked.',
    goal: { kind: 'value', atMost: 0 },
  },
  {
    id: 'inlineKb',
    title: 'Script in the page itself',
    unit: 'kB brotli',
    explanation: 'JavaScript that stands in the HTML of the page.',
  },
  {
    id: 'scriptKb',
    title: 'JavaScript of the first screen',
    unit: 'kB brotli',
    explanation:
      'All script files that the main thread has loaded 2 s after the play control worked, with nobody touching the page; each file compressed by the bench itself, at brotli’s best.',
    goal: { kind: 'value', atMost: 75 },
  },
  {
    id: 'workerScriptKb',
    title: 'JavaScript of workers',
    unit: 'kB brotli',
    explanation:
      'Script files that workers have loaded by then. They are compiled and run beside the page.',
  },
  {
    id: 'playedScriptKb',
    title: 'JavaScript once it plays',
    unit: 'kB brotli',
    explanation:
      'All script files that the main thread has loaded 2 s after the click brought a picture, the pointer over the player: its controls are drawn, and whatever waits for the viewer or for playback has come. No goal, but what is not in the first screen is here.',
  },
  {
    id: 'playedWorkerScriptKb',
    title: 'JavaScript of workers once it plays',
    unit: 'kB brotli',
    explanation: 'Script files that workers have loaded by then.',
  },
  {
    id: 'transferKb',
    title: 'Transferred',
    unit: 'kB',
    explanation:
      'Everything that went over the wire by then, headers and media included, as the servers compressed it.',
  },
  {
    id: 'requests',
    title: 'Requests',
    unit: 'requests',
    explanation: 'Of the page and its workers by then, media included.',
  },
  {
    id: 'cpuPlayable',
    title: 'Main thread until a click plays',
    unit: 'ms at 4×',
    explanation:
      'Processor time of all tasks of the embed’s main thread from the beginning of its process until its play control has been shown in a frame, is what a click there meets, and plays when clicked. Of the browser’s own controls: until a frame with them has been shown and a source chosen.',
    goals: bothRatio(0.8, 0.8, { mp4: processStart, hls: processStart }),
  },
  {
    id: 'wallPlayable',
    title: 'The same by the clock',
    unit: 'ms at 4×',
    explanation:
      'Time that the same tasks took by the clock. It holds what the machine did for others meanwhile.',
  },
  {
    id: 'cpuReady',
    title: 'Main thread until the video can play',
    unit: 'ms at 4×',
    explanation:
      'The same until the media element can play as well (`canplay`), of players that load the video before they are asked to. For one that shows only the poster it is the same as above.',
  },
  {
    id: 'cpuAll',
    title: 'Main thread, opened and not touched',
    unit: 'ms at 4×',
    explanation:
      'Processor time of all its tasks until 2 s after the play control worked: what waits for an idle moment is in it.',
  },
  {
    id: 'cpuPlayed',
    title: 'Main thread, opened, clicked and playing',
    unit: 'ms at 4×',
    explanation:
      'Processor time from the opening until 2 s after the click brought a picture, its controls drawn; without the time between, in which nobody touched it. What was put off is in it.',
  },
  {
    id: 'blocking',
    title: 'Blocking time',
    unit: 'ms at 4×',
    explanation:
      'Of all tasks of a page that nobody touches, what each takes over 50 ms, by the clock: so long would a click have had to wait. The goal is about what is beyond that of the browser’s own player in the same round.',
    goals: bothBeyond,
  },
  {
    id: 'longTasks',
    title: 'Tasks over 50 ms',
    unit: 'tasks at 4×',
    explanation: 'How many those are.',
  },
  {
    id: 'picture',
    title: 'Poster shown',
    unit: 'ms at 4×',
    explanation:
      'From the opening of the page until its largest picture was painted: the poster, or the film’s first picture where it was sooner.',
  },
  {
    id: 'playable',
    title: 'A click plays',
    unit: 'ms at 4×',
    explanation: 'From the opening of the page until its play control works, as above.',
  },
  {
    id: 'autoplayFrame',
    title: 'Opened with autoplay until the first frame',
    unit: 'ms at 4×',
    explanation:
      'From the opening of a page that plays by itself, muted, until the first picture of the film was presented.',
    goals: bothRatio(0.75, 0.95, {
      mp4: 'element and file are in the HTML and wait for no script, so that what is left is noise of the machine and the poster, which comes first',
      hls: 'Chromium’s own HLS is in the browser’s process and ours a script of 150 kB in a worker; the markup starts it, and differs by less from Chromium’s own than one round from the next',
    }),
  },
  {
    id: 'clickFrame',
    title: 'Click until the first frame',
    unit: 'ms at 4×',
    explanation:
      'From a viewer’s click on the play control of a page that has come to rest, until a picture of the film was presented. Who shows only the poster until then begins to load the video here.',
  },
  {
    id: 'layoutShift',
    title: 'Layout shift',
    unit: 'score',
    explanation: 'Sum of all shifts of the page’s layout (CLS without windows).',
    goal: { kind: 'value', atMost: 0 },
  },
  {
    id: 'heapKb',
    title: 'JavaScript heap of the page',
    unit: 'kB',
    explanation: 'In use when the page has come to rest, after collecting the garbage.',
  },
  {
    id: 'workerHeapKb',
    title: 'JavaScript heaps of its workers',
    unit: 'kB',
    explanation: 'The same of its workers.',
  },
  {
    id: 'workers',
    title: 'Workers',
    unit: 'workers',
    explanation: 'That the page has started by then.',
  },
] as const satisfies readonly LoadMeasure[];

export type LoadFigures = Partial<Record<(typeof loadMeasures)[number]['id'], number>>;

/** The measures of the part `load`, with the goals of this source. */
export function loadMeasuresOf(source: Source): Measure[] {
  return loadMeasures.map(({ goals, ...measure }: LoadMeasure) => {
    const goal = goals?.[source] ?? measure.goal;
    return goal === undefined ? measure : { ...measure, goal };
  });
}

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

/** Costs for the host page. */
export const hostMeasures = [
  {
    id: 'sdkKb',
    title: 'Host SDK',
    unit: 'kB gzip',
    explanation: 'The script that hosts load (`/iframe_api`), whole.',
    goal: { kind: 'value', atMost: 4 },
  },
  {
    id: 'elementKb',
    title: 'Custom element',
    unit: 'kB gzip',
    explanation: '`<offstage-player>`, without the SDK that it imports when it loads the embed.',
    goal: { kind: 'value', atMost: 3 },
  },
  {
    id: 'mountHeapBytes',
    title: 'Heap left by an embed that is taken away',
    unit: 'bytes',
    explanation:
      'Growth of the host page’s JavaScript heap, garbage collected, over 100 embeds that the SDK made one after the other, that were loaded and destroyed; divided by 100. 150 that nobody counts come before. V8 itself keeps some code and what it has learned of types there, some kilobytes in all, so the goal is not quite nothing: it is less than one player’s object would take, and listeners and windows, of which nothing may be left, stand beside it.',
    goal: { kind: 'value', atMost: 200 },
  },
  {
    id: 'mountListeners',
    title: 'Listeners left by them',
    unit: 'listeners',
    explanation: 'Event listeners of the host’s process that are more than before.',
    goal: { kind: 'value', atMost: 0 },
  },
  {
    id: 'mountWindows',
    title: 'Detached windows left by them',
    unit: 'windows',
    explanation: 'Windows alive in the host’s page that are more than before.',
    goal: { kind: 'value', atMost: 0 },
  },
] as const satisfies readonly Measure[];

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

export type PlaybackFigures = Partial<Record<(typeof playbackMeasures)[number]['id'], number>>;
export type ManyFigures = Partial<Record<(typeof manyMeasures)[number]['id'], number>>;
export type HostFigures = Partial<Record<(typeof hostMeasures)[number]['id'], number>>;
export type RpcFigures = Partial<Record<(typeof rpcMeasures)[number]['id'], number>>;
