import type { Goal, Measure } from '../report/part-report.ts';
import type { LineName } from '../support/link/link-conditions.ts';
import type { Source } from './lane.ts';

interface NetworkMeasure extends Measure {
  /** Goals over slow 4G, by source: other lines have no limits of their own. */
  slow4g?: Record<Source, Goal>;
}

const first = {
  mp4: {
    kind: 'value',
    atMost: 1_500,
    shortfall:
      'page and film each need a connection and a request, 0.6 s in all, and the processor is four times slower; leaving out the poster did not help',
  },
  hls: { kind: 'value', atMost: 2_800 },
} as const;

const networkMeasures = [
  {
    id: 'coldFrame',
    title: 'Opened with autoplay until the first frame',
    unit: 'ms at 4×',
    explanation:
      'From the opening of a page that plays by itself, muted, in a profile that has never seen it, until the first picture of the film was presented.',
    slow4g: first,
  },
  {
    id: 'warmFrame',
    title: 'The same with its files in the cache',
    unit: 'ms at 4×',
    explanation:
      'The page is opened again in the same profile, after the first visit watched for 5 s and its connections were closed.',
  },
  {
    id: 'clickFrame',
    title: 'Click until the first frame',
    unit: 'ms at 4×',
    explanation:
      'From a click on the play control of a page whose line has been quiet for 2 s, until a picture of the film was presented.',
    slow4g: first,
  },
  {
    id: 'poster',
    title: 'Poster shown',
    unit: 'ms at 4×',
    explanation:
      'From the opening of the page that waits until its largest picture was painted: the poster, or the film’s first picture if it came sooner.',
  },
  {
    id: 'posterRequests',
    title: 'Requests before the poster',
    unit: 'requests',
    explanation: 'Requests that the page and its workers had sent over the line by then.',
    goal: { kind: 'value', atMost: 5 },
  },
  {
    id: 'posterKb',
    title: 'Received before the poster',
    unit: 'kB',
    explanation: 'Bytes that had come over the line by then, headers included.',
  },
] as const satisfies readonly NetworkMeasure[];

export type NetworkFigures = Partial<Record<(typeof networkMeasures)[number]['id'], number>>;

/** The measures of a line, with its goals for this source. */
export function networkMeasuresOf(line: LineName, source: Source): Measure[] {
  return networkMeasures.map(({ slow4g, ...measure }: NetworkMeasure) => {
    const goal = line === 'slow-4g' ? (slow4g?.[source] ?? measure.goal) : measure.goal;
    return goal === undefined ? measure : { ...measure, goal };
  });
}
