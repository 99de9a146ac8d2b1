import {
  knownEngines,
  knownStarters,
  otherEngine,
  type PlaybackDimension,
} from '../../../shared/telemetry/playback-dimensions.ts';

/**
 * Columns of `playbacks` with facts that a playback has itself. Those with facts of its page load
 * are copies; these are known from the event with which it begins.
 */
export const playbackColumns = ['engine', 'started_by'] as const;
export type PlaybackColumn = (typeof playbackColumns)[number];

/** All values of a column: reports need not look for the largest groups. */
export const valuesOf: Readonly<Record<PlaybackColumn, readonly string[]>> = {
  engine: [...knownEngines, otherEngine, ''],
  started_by: [...knownStarters, ''],
};

/** @returns whether a column has a fact of the playback itself */
export const isOwnColumn = (column: string): column is PlaybackColumn =>
  (playbackColumns as readonly string[]).includes(column);

export type PlaybackOwnFacts = Record<PlaybackColumn, string>;

/** @returns the name of a column's dimension in reports */
export const dimensionOfColumn = (column: PlaybackColumn): PlaybackDimension =>
  column === 'started_by' ? 'startedBy' : column;

/** The facts of a row, in their order and without its other fields. */
export const ownFactsOf = ({ engine, started_by }: Readonly<PlaybackOwnFacts>) => ({
  engine,
  started_by,
});

/** Known facts stay, because each change of one changes the sums. */
export const joinOwnFacts = (earlier: PlaybackOwnFacts, later: PlaybackOwnFacts) => ({
  engine: earlier.engine || later.engine,
  started_by: earlier.started_by || later.started_by,
});
