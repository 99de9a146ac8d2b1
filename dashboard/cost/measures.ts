import type { CostMeasure } from '../../shared/telemetry/cost-report.ts';
import { formatBytes, formatCount, formatMs } from '../format.ts';

interface Measure {
  label: string;
  /** One sentence. */
  definition: string;
  format(value: number): string;
}

const formatShift = (value: number) => value.toFixed(3);

/** All that the page shows of an embed, in its order. A lower value is better in each. */
export const measures: Record<CostMeasure, Measure> = {
  largestPaintMs: {
    label: 'Largest paint (LCP)',
    definition:
      'Largest Contentful Paint: from opening the frame until its largest picture or text is drawn.',
    format: formatMs,
  },
  interactionMs: {
    label: 'Slowest interaction (INP)',
    definition:
      'Interaction to Next Paint: from a click, tap or key to the next picture, for the slowest one; one in fifty is ignored.',
    format: formatMs,
  },
  layoutShift: {
    label: 'Layout shift (CLS)',
    definition:
      'Cumulative Layout Shift: how far contents of the frame move without an input of the viewer; it has no unit.',
    format: formatShift,
  },
  createdMs: {
    label: 'Waiting picture',
    definition: 'From opening the frame until the start screen of the player exists.',
    format: formatMs,
  },
  playToFirstFrameMs: {
    label: 'Play to first frame',
    definition:
      'From the request to play, by the viewer, the page or autoplay, to the first frame of the video.',
    format: formatMs,
  },
  blockingMs: {
    label: 'Blocking time',
    definition: 'The parts of long tasks of the frame beyond their first 50 ms, added up.',
    format: formatMs,
  },
  longestTaskMs: {
    label: 'Longest task',
    definition: 'The longest time in which the frame could not answer the viewer.',
    format: formatMs,
  },
  ownScriptMs: {
    label: 'Own scripts in long frames',
    definition:
      'Time of the player’s own scripts in Long Animation Frames, which are those of more than 50 ms.',
    format: formatMs,
  },
  servicesStartMs: {
    label: 'Start of the services',
    definition: 'From requesting the services of the player until their worker answers.',
    format: formatMs,
  },
  servicesBusyMs: {
    label: 'Time in the services’ worker',
    definition: 'How long the services were at work; in a worker, this does not hold up the page.',
    format: formatMs,
  },
  transferredBytes: {
    label: 'Transferred',
    definition:
      'Over the network by the requests of the page itself, without those of the worker; what came from the cache counts nothing.',
    format: formatBytes,
  },
  scriptBytes: {
    label: 'Scripts',
    definition: 'Scripts of the page and of the worker, as transferred.',
    format: formatBytes,
  },
  requestCount: {
    label: 'Requests',
    definition: 'Requests of the page itself, without those of the worker.',
    format: formatCount,
  },
};

/** @param value `null` without a value */
export function formatMeasure(measure: CostMeasure, value: number | null): string {
  return value === null ? '–' : measures[measure].format(value);
}
