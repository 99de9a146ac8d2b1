import {
  audienceDimensions,
  milestones,
  retentionParts,
} from '../../../shared/telemetry/audience-report.ts';
import { costDimensions, costMeasures } from '../../../shared/telemetry/cost-report.ts';
import { anyPlayback, ofEachReportList } from '../../../shared/telemetry/playback-dimensions.ts';

const group: unknown[] = [];
const spread = { count: 0, median: null, p95: null, bars: [] };
const ledger = { pageLoads: 0, created: 0, stored: 0, rejected: 0, missing: 0, implausible: 0 };
/** A report of a store without events. */
export const report = {
  madeMs: 1,
  hasToken: false,
  isReader: false,
  filter: { fromMs: 0, toMs: 1, videoId: null, ...anyPlayback },
  totals: {
    playbacks: 0,
    played: 0,
    summaries: 0,
    exitsBeforeStart: 0,
    autoplaysBlocked: 0,
    failuresBeforeStart: 0,
    failuresMidStream: 0,
    refusals: 0,
    rebuffered: 0,
    rebufferCount: 0,
    rebufferMs: 0,
    watchedMs: 0,
  },
  startMs: spread,
  rebufferPercent: spread,
  stepMs: 1,
  steps: [],
  intake: [],
  videos: group,
  ...ofEachReportList(() => group),
  firstFrames: [],
  countedFromMs: {
    ...{ figures: null, videos: null, latest: null },
    ...ofEachReportList(() => null),
  },
  latest: [],
  experiments: [],
  titles: {},
  failures: [],
  refusals: [],
  completeness: {
    ...ledger,
    countedFromMs: null,
    stepMs: 1,
    steps: [],
    missingBy: { arriving: 0, away: 0, gone: 0, dropped: [] },
    silence: null,
  },
  accounting: {
    created: 0,
    stored: 0,
    rejected: 0,
    missing: 0,
    reportedLost: [],
    duplicates: 0,
    documents: 0,
    documentsWithHoles: 0,
    batches: 0,
    bytes: 0,
  },
  errors: [],
};

const figures = {
  fromMs: 0,
  toMs: 1,
  reports: 0,
  embeds: 0,
  countedFromMs: null,
  measures: Object.fromEntries(
    costMeasures.map((measure) => [measure, { count: 0, p50: null, p75: null, p95: null }]),
  ),
};
/** Costs without measured embeds. */
export const cost = {
  madeMs: 1,
  present: figures,
  before: null,
  groups: Object.fromEntries(costDimensions.map((dimension) => [dimension, []])),
  armNames: {},
  scripts: [],
};

/** Without experiments. */
export const experiments = { madeMs: 1, experiments: [] };

const noParts = new Array<number>(retentionParts).fill(0);
/** An audience without viewings. */
export const audience = {
  madeMs: 1,
  fromMs: 0,
  toMs: 1,
  countedFromMs: null,
  viewings: 0,
  watchedMs: 0,
  viewers: 0,
  anonymousViewings: 0,
  retention: {
    viewings: 0,
    durationSec: null,
    seen: noParts,
    again: noParts,
    seenPercent: null,
    reached: milestones.map((percent) => ({ percent, viewings: 0 })),
  },
  concurrent: { stepMs: 1, steps: [], peak: null, nowViewers: 0 },
  live: { viewings: 0, stepMs: 1, steps: [] },
  groups: Object.fromEntries(audienceDimensions.map((dimension) => [dimension, []])),
  names: {},
  titles: {},
};
