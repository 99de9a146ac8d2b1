/** A network line of a viewer. */
export interface LinkConditions {
  /** After "over". */
  title: string;
  downBitsPerSec: number;
  upBitsPerSec: number;
  roundTripMs: number;
  /** Share of packets that are lost in each direction, from 0 to 1. */
  lossRate: number;
}

/** The lines of `npm run bench -- network --line NAME`. */
export const lines = {
  /** Lighthouse's `mobileSlow4G`, rounded, which follows WebPageTest's "3G Fast". */
  'slow-4g': {
    title: 'slow 4G',
    downBitsPerSec: 1_600_000,
    upBitsPerSec: 750_000,
    roundTripMs: 150,
    lossRate: 0,
  },
  /** "3G/HSDPA (good)" of https://github.com/tylertreat/comcast#network-condition-profiles. */
  '3g': {
    title: '3G with losses',
    downBitsPerSec: 750_000,
    upBitsPerSec: 750_000,
    roundTripMs: 250,
    lossRate: 0.015,
  },
  /** WebPageTest's "DSL": the bandwidth of slow 4G with a third of its round trip. */
  dsl: {
    title: 'DSL',
    downBitsPerSec: 1_500_000,
    upBitsPerSec: 384_000,
    roundTripMs: 50,
    lossRate: 0,
  },
  /** WebPageTest's "FIOS". */
  fibre: {
    title: 'fibre',
    downBitsPerSec: 20_000_000,
    upBitsPerSec: 5_000_000,
    roundTripMs: 4,
    lossRate: 0,
  },
} as const satisfies Record<string, LinkConditions>;

export type LineName = keyof typeof lines;

export const lineNames = Object.keys(lines) as LineName[];

export const isLineName = (name: string): name is LineName => Object.hasOwn(lines, name);
