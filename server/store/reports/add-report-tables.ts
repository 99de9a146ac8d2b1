import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { type Compilable, DummyDriver, Kysely, SqliteAdapter, SqliteQueryCompiler } from 'kysely';
import {
  customDimensions,
  ofEachDimension,
} from '../../../shared/telemetry/document-dimensions.ts';
import type { StoreTables } from '../store-tables.ts';
import { addedDimensions } from './dimension-tables.ts';
import { playbackColumns } from './playback-columns.ts';
import { readPlaybackFact, reportedEventNames } from './playback-facts.ts';
import { copyToPlaybacks, playbackOf, writeDocuments, writePlaybacks } from './report-writes.ts';

const tables = `
  CREATE TABLE documents (
    sid TEXT NOT NULL PRIMARY KEY,
    host TEXT NOT NULL,
    browser TEXT NOT NULL
  ) WITHOUT ROWID;
  CREATE TABLE playbacks (
    row INTEGER PRIMARY KEY AUTOINCREMENT,
    sid TEXT NOT NULL,
    cpn TEXT NOT NULL,
    video_id TEXT NOT NULL,
    host TEXT NOT NULL,
    browser TEXT NOT NULL,
    received_ms INTEGER NOT NULL,
    is_begun INTEGER NOT NULL,
    summary_seq INTEGER NOT NULL,
    summary_end TEXT,
    is_live INTEGER NOT NULL,
    start_ms REAL,
    is_autoplay_blocked INTEGER NOT NULL,
    is_exit_before_start INTEGER NOT NULL,
    watched_ms REAL NOT NULL,
    rebuffer_count INTEGER NOT NULL,
    rebuffer_ms REAL NOT NULL,
    rebuffer_percent REAL,
    failure TEXT,
    error_name TEXT,
    average_height REAL,
    average_bitrate REAL,
    UNIQUE (sid, cpn)
  );
  CREATE INDEX playbacks_by_time ON playbacks (received_ms);
  CREATE INDEX playbacks_by_video ON playbacks (video_id, received_ms);
  CREATE INDEX playbacks_by_host ON playbacks (host, received_ms);
  CREATE INDEX playbacks_by_browser ON playbacks (browser, received_ms);
  CREATE TABLE intake_minutes (
    minute_ms INTEGER NOT NULL,
    writer TEXT NOT NULL,
    batches INTEGER NOT NULL,
    events INTEGER NOT NULL,
    duplicates INTEGER NOT NULL,
    rejected INTEGER NOT NULL,
    bytes INTEGER NOT NULL,
    malformed_summaries INTEGER NOT NULL,
    PRIMARY KEY (minute_ms, writer)
  ) WITHOUT ROWID;
  CREATE INDEX lost_events ON provider_log (row) WHERE kind = 'events_lost';
  -- What was refused, came again, and how large it was, is not known by minute.
  INSERT INTO intake_minutes
    SELECT received_ms / 60000 * 60000, '', count(DISTINCT sid || ' ' || client_event_id), count(*), 0, 0, 0, 0
    FROM events GROUP BY received_ms / 60000 * 60000;
`;

/** They come with the steps `dimensionTables`, `customTables` and `playbackDimensionTables`. */
const laterColumns = [
  ...['documents', 'playbacks'].flatMap((table) =>
    [...addedDimensions, ...customDimensions].map((name) => ({ table, name })),
  ),
  ...playbackColumns.map((name) => ({ table: 'playbacks', name })),
];

interface StoredRow {
  sid: string;
  seq: number;
  name: string;
  payloadJson: string;
  receivedMs: number;
}

/**
 * Creates the tables of the reports and fills them from stored events, by the rules for new
 * batches. These rules follow the current schema, so the columns of a later step are there
 * meanwhile.
 */
export function addReportTables(database: DatabaseSync): void {
  database.exec(tables);
  for (const column of laterColumns)
    database.exec(`ALTER TABLE ${column.table} ADD COLUMN ${column.name} TEXT NOT NULL DEFAULT ''`);
  fillTables(database);
  for (const column of laterColumns)
    database.exec(`ALTER TABLE ${column.table} DROP COLUMN ${column.name}`);
}

function fillTables(database: DatabaseSync): void {
  const kysely = new Kysely<StoreTables>({
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: () => {
        throw new Error('nobody asks for it');
      },
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
  });
  const run = (query: Compilable) => {
    const { sql, parameters } = query.compile();
    database.prepare(sql).run(...(parameters as SQLInputValue[]));
  };
  const findDocument = database.prepare('SELECT host FROM documents WHERE sid = ?');
  const countMalformed = database.prepare(
    'UPDATE intake_minutes SET malformed_summaries = malformed_summaries + 1 WHERE minute_ms = ? / 60000 * 60000',
  );
  const names = reportedEventNames.map(() => '?').join(', ');
  const rows = database
    .prepare(
      `SELECT sid, seq, name, payload AS "payloadJson", received_ms AS "receivedMs" FROM events WHERE name IN (${names}) ORDER BY row`,
    )
    .iterate(...reportedEventNames) as unknown as Iterable<StoredRow>;
  for (const event of rows) {
    const fact = readPlaybackFact(event);
    const { sid, receivedMs } = event;
    if (fact?.kind === 'malformed') countMalformed.run(BigInt(receivedMs));
    if (fact === null || fact.kind === 'malformed') continue;
    const known = findDocument.get(sid)?.host;
    const host = String(known || (fact.kind === 'loaded' ? fact.host : ''));
    const document = { sid, ...ofEachDimension(() => ''), host };
    if (host !== known) {
      run(writeDocuments(kysely, [document]));
      if (known !== undefined)
        run(copyToPlaybacks(kysely, [document.sid], { isPartitioned: false }));
    }
    if (fact.kind !== 'loaded')
      run(writePlaybacks(kysely, [playbackOf(document, receivedMs, fact)]));
  }
}
