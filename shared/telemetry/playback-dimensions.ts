import {
  type DimensionList,
  type DocumentDimension,
  dimensionLists,
  documentDimensions,
} from './document-dimensions.ts';

/**
 * Facts about a playback itself, not about its page load; '' if unknown, as of a playback that
 * never began.
 */
export const playbackDimensions = ['engine', 'startedBy'] as const;
export type PlaybackDimension = (typeof playbackDimensions)[number];

/** Engines of the player. The reports call any other `other`. */
export const knownEngines = ['native', 'hls.js in a worker', 'hls.js', 'rx-player'] as const;
export type EngineName = (typeof knownEngines)[number];
export const otherEngine = 'other';

/** A click or key; a command of the page; or autoplay, the next of a list, and a loop. */
export const knownStarters = ['viewer', 'host', 'player'] as const;

/** Dimensions of the reports about playbacks: facts of page loads, then those of playbacks. */
export const reportDimensions = [...documentDimensions, ...playbackDimensions] as const;
export type ReportDimension = DocumentDimension | PlaybackDimension;

/** Names of their lists in a report. */
export const reportLists = {
  ...dimensionLists,
  engine: 'engines',
  startedBy: 'startedBy',
} as const satisfies Record<ReportDimension, string>;
export type ReportList = DimensionList | (typeof reportLists)[PlaybackDimension];

/** @returns a value for each dimension, in their order */
export const ofEachReportDimension = <Value>(
  make: (dimension: ReportDimension) => Value,
): Record<ReportDimension, Value> =>
  Object.fromEntries(reportDimensions.map((name) => [name, make(name)])) as Record<
    ReportDimension,
    Value
  >;

/** @returns a value for each list of a report */
export const ofEachReportList = <Value>(
  make: (dimension: ReportDimension) => Value,
): Record<ReportList, Value> =>
  Object.fromEntries(reportDimensions.map((name) => [reportLists[name], make(name)])) as Record<
    ReportList,
    Value
  >;

/** Matches all playbacks, and all page loads. */
export const anyPlayback = ofEachReportDimension(() => null);
