/**
 * Steps of the migrations: partitions the tables of documents by the day in the document's id
 * (`id_day`). Ids without a day, among them all before this step, have -1, and one partition.
 * The first three steps build its indexes, which takes minutes for many rows; the fourth only
 * changes definitions.
 */
export const documentDays: readonly string[] = [
  `
  ALTER TABLE clients ADD COLUMN id_day integer NOT NULL DEFAULT -1,
    ADD CONSTRAINT is_undated CHECK (id_day >= -1 AND id_day < 0);
  CREATE UNIQUE INDEX clients_undated_key ON clients (sid, id_day);
  CREATE INDEX clients_undated_rows ON clients (row);
  `,
  `
  ALTER TABLE documents ADD COLUMN id_day integer NOT NULL DEFAULT -1,
    ADD CONSTRAINT is_undated CHECK (id_day >= -1 AND id_day < 0);
  CREATE UNIQUE INDEX documents_undated_key ON documents (sid, id_day);
  `,
  `
  ALTER TABLE playbacks ADD COLUMN id_day integer NOT NULL DEFAULT -1,
    ADD CONSTRAINT is_undated CHECK (id_day >= -1 AND id_day < 0);
  CREATE UNIQUE INDEX playbacks_undated_key ON playbacks (sid, cpn, id_day);
  CREATE INDEX playbacks_undated_rows ON playbacks (row);
  `,
  // A partitioned table's rows have no identity column, so sequences number them.
  `
  CREATE SEQUENCE client_rows AS bigint;
  SELECT setval('client_rows', (SELECT coalesce(max(row), 0) + 1 FROM clients), false);
  ALTER TABLE clients RENAME TO clients_undated;
  ALTER TABLE clients_undated ALTER COLUMN row DROP IDENTITY,
    DROP CONSTRAINT clients_pkey, DROP CONSTRAINT clients_sid_key;
  ALTER TABLE clients_undated ALTER COLUMN row SET DEFAULT nextval('client_rows');
  CREATE TABLE clients (LIKE clients_undated INCLUDING DEFAULTS INCLUDING GENERATED)
    PARTITION BY RANGE (id_day);
  CREATE UNIQUE INDEX clients_key ON clients (sid, id_day);
  CREATE INDEX clients_rows ON clients (row);
  CREATE INDEX clients_gaps ON clients (row) WHERE missing > 0;
  CREATE INDEX clients_days ON clients (day);
  ALTER TABLE clients ATTACH PARTITION clients_undated FOR VALUES FROM (-1) TO (0);
  ALTER TABLE clients_undated DROP CONSTRAINT is_undated;
  CREATE TABLE clients_other PARTITION OF clients DEFAULT;

  ALTER TABLE documents RENAME TO documents_undated;
  ALTER TABLE documents_undated DROP CONSTRAINT documents_pkey;
  CREATE TABLE documents (LIKE documents_undated INCLUDING DEFAULTS) PARTITION BY RANGE (id_day);
  CREATE UNIQUE INDEX documents_key ON documents (sid, id_day);
  ALTER TABLE documents ATTACH PARTITION documents_undated FOR VALUES FROM (-1) TO (0);
  ALTER TABLE documents_undated DROP CONSTRAINT is_undated;
  CREATE TABLE documents_other PARTITION OF documents DEFAULT;

  CREATE SEQUENCE playback_rows AS bigint;
  SELECT setval('playback_rows', (SELECT coalesce(max(row), 0) + 1 FROM playbacks), false);
  ALTER TABLE playbacks RENAME TO playbacks_undated;
  ALTER TABLE playbacks_undated ALTER COLUMN row DROP IDENTITY,
    DROP CONSTRAINT playbacks_pkey, DROP CONSTRAINT playbacks_sid_cpn_key;
  ALTER TABLE playbacks_undated ALTER COLUMN row SET DEFAULT nextval('playback_rows');
  CREATE TABLE playbacks (LIKE playbacks_undated INCLUDING DEFAULTS) PARTITION BY RANGE (id_day);
  CREATE UNIQUE INDEX playbacks_key ON playbacks (sid, cpn, id_day);
  CREATE INDEX playbacks_rows ON playbacks (row);
  CREATE INDEX playbacks_times ON playbacks (received_ms);
  CREATE INDEX playbacks_videos ON playbacks (video_id, received_ms);
  CREATE INDEX playbacks_hosts ON playbacks (host, received_ms);
  CREATE INDEX playbacks_browsers ON playbacks (browser, received_ms);
  ALTER TABLE playbacks ATTACH PARTITION playbacks_undated FOR VALUES FROM (-1) TO (0);
  ALTER TABLE playbacks_undated DROP CONSTRAINT is_undated;
  CREATE TABLE playbacks_other PARTITION OF playbacks DEFAULT;
  `,
];
