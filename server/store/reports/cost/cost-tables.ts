import type { DocumentFacts } from '../document-facts.ts';

/** A row for each measured embed, with its last report and a copy of its document's facts. */
export interface FieldReportsTable extends DocumentFacts {
  sid: string;
  /** Number of the report's event; the highest number wins, in any order of arrival. */
  seq: number;
  /** Unix milliseconds at which its first report arrived. */
  received_ms: number;
  video_id: string;
  /** JSON of `CostFacts`. */
  facts: string;
}

const columns = (integer: string) => `
  CREATE TABLE field_reports (
    sid text NOT NULL PRIMARY KEY,
    seq ${integer} NOT NULL,
    received_ms ${integer} NOT NULL,
    video_id text NOT NULL,
    host text NOT NULL,
    browser text NOT NULL,
    facts text NOT NULL
  )`;
const indexes = `
  CREATE INDEX field_reports_by_time ON field_reports (received_ms);
  CREATE INDEX field_reports_by_video ON field_reports (video_id, received_ms);
  CREATE INDEX field_reports_by_host ON field_reports (host, received_ms);
  CREATE INDEX field_reports_by_browser ON field_reports (browser, received_ms);
`;

/** Steps of the migrations. `offstage rebuild` reads the reports that came before. */
export const costTables = {
  sqlite: [`${columns('INTEGER')} WITHOUT ROWID;${indexes}`],
  postgres: [`${columns('bigint')};${indexes}`],
} as const;
