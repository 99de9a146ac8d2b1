import type { DocumentFacts } from '../document-facts.ts';

/** A row for each playback that has begun, with a copy of its document's facts. */
export interface ViewingsTable extends DocumentFacts {
  sid: string;
  cpn: string;
  /** Unix milliseconds at which its first event arrived. */
  received_ms: number;
  video_id: string;
  /** JSON of `Viewing`. */
  facts: string;
}

/** A row for each minute in which something was watched, and each writer. */
export interface WatchedMinutesTable {
  /** Start of the minute in Unix milliseconds. */
  minute_ms: number;
  writer: string;
  /** Playing time of all viewers in it, in milliseconds. */
  watched_ms: number;
}

const createTables = (integer: string, ending: string) => `
  CREATE TABLE viewings (
    sid text NOT NULL,
    cpn text NOT NULL,
    received_ms ${integer} NOT NULL,
    video_id text NOT NULL,
    host text NOT NULL,
    browser text NOT NULL,
    facts text NOT NULL,
    PRIMARY KEY (sid, cpn)
  )${ending};
  CREATE INDEX viewings_by_time ON viewings (received_ms);
  CREATE INDEX viewings_by_video ON viewings (video_id, received_ms);
  CREATE INDEX viewings_by_host ON viewings (host, received_ms);
  CREATE INDEX viewings_by_browser ON viewings (browser, received_ms);
  CREATE TABLE watched_minutes (
    minute_ms ${integer} NOT NULL,
    writer text NOT NULL,
    watched_ms ${integer} NOT NULL,
    PRIMARY KEY (minute_ms, writer)
  )${ending};
`;

/** Steps of the migrations. `offstage rebuild` reads the viewings that came before. */
export const audienceTables = {
  sqlite: [createTables('INTEGER', ' WITHOUT ROWID')],
  postgres: [createTables('bigint', '')],
} as const;
