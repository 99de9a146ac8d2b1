/** A row for each playback and each arm of an experiment that its page is in. */
export interface ExperimentPlaybacksTable {
  /** The arm's number. */
  arm: number;
  sid: string;
  cpn: string;
  /** Unix milliseconds at which its first event arrived. */
  received_ms: number;
  /** Number of its summary event; 0 without one. The highest number wins. */
  summary_seq: number;
  /** The following fields come from the summary. */
  start_ms: number | null;
  is_failed: number;
  is_exit: number;
  is_rebuffered: number;
}

/** A row for each experiment that a server has run with this store. */
export interface ExperimentsTable {
  /** Name, share and effect in one text. */
  key: string;
  name: string;
  share: number;
  effect: string;
  /** Numbers of its arms. */
  control: number;
  treatment: number;
  started_ms: number;
  ended_ms: number | null;
  /** JSON of the `Retreat` that ended it. */
  retreat: string | null;
}

const createTables = (integer: string, real: string, ending: string) => `
  CREATE TABLE experiment_playbacks (
    arm ${integer} NOT NULL,
    sid text NOT NULL,
    cpn text NOT NULL,
    received_ms ${integer} NOT NULL,
    summary_seq ${integer} NOT NULL,
    start_ms ${real},
    is_failed integer NOT NULL,
    is_exit integer NOT NULL,
    is_rebuffered integer NOT NULL,
    PRIMARY KEY (sid, cpn, arm)
  )${ending};
  CREATE INDEX experiment_playbacks_of_arm ON experiment_playbacks (arm, received_ms);
  CREATE INDEX experiment_playbacks_by_time ON experiment_playbacks (received_ms);
  CREATE TABLE experiments (
    key text NOT NULL PRIMARY KEY,
    name text NOT NULL,
    share ${real} NOT NULL,
    effect text NOT NULL,
    control ${integer} NOT NULL,
    treatment ${integer} NOT NULL,
    started_ms ${integer} NOT NULL,
    ended_ms ${integer},
    retreat text
  )${ending};
`;

/** Steps of the migrations. `offstage rebuild` reads the playbacks that came before. */
export const experimentTables = {
  sqlite: [createTables('INTEGER', 'REAL', ' WITHOUT ROWID')],
  postgres: [createTables('bigint', 'double precision', '')],
} as const;
