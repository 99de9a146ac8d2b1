import type { Goal, Measure } from '../report/part-report.ts';
import type { Source } from './lane.ts';

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
      'All script files that the main thread has loaded when the play control works and nothing more was requested for 2 s, with nobody touching the page; each file compressed by the bench itself, at brotli’s best.',
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
      'All script files that the main thread has loaded when the click has brought a picture and nothing more was requested for 2 s, the pointer over the player: its controls are drawn, and whatever waits for the viewer or for playback has come. No goal, but what is not in the first screen is here.',
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
      'Processor time of all its tasks until the play control works and nothing more was requested for 2 s: what waits for an idle moment is in it.',
  },
  {
    id: 'cpuPlayed',
    title: 'Main thread, opened, clicked and playing',
    unit: 'ms at 4×',
    explanation:
      'Processor time from the opening until the click has brought a picture, its controls are drawn and nothing more was requested for 2 s; without the time between, in which nobody touched it. What was put off is in it.',
  },
  {
    id: 'longestScript',
    title: 'Longest task with a script',
    unit: 'ms at 4×',
    explanation: 'Processor time of the longest of those tasks in which a script of the page ran.',
  },
  {
    id: 'nextScript',
    title: 'Second-longest task with a script',
    unit: 'ms at 4×',
    explanation:
      'The same for the next one. A new task that is no longer than the longest shows here.',
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
