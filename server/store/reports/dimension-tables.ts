/** Columns of the step, copied from documents to the tables of the reports. */
export const addedDimensions = ['device', 'country', 'version'] as const;

const tables = ['documents', 'playbacks', 'playback_changes', 'viewings', 'field_reports'];
const filtered = ['playbacks', 'viewings', 'field_reports'];
const hourMs = 3_600_000;

/**
 * Stored rows are of unknown device, country and version. Their sums are those of all playbacks, so
 * that the groups still add up to all. Building the indexes may take minutes.
 */
const step = [
  ...tables.flatMap((table) =>
    addedDimensions.map(
      (name) => `ALTER TABLE ${table} ADD COLUMN ${name} text NOT NULL DEFAULT ''`,
    ),
  ),
  ...filtered.flatMap((table) =>
    addedDimensions.map(
      (name) => `CREATE INDEX ${table}_by_${name} ON ${table} (${name}, received_ms)`,
    ),
  ),
  ...addedDimensions.map(
    (name) => `INSERT INTO playback_sums
      (kind, span_ms, start_ms, name, playbacks, played, exits, failed, refusals, rebuffered, figures)
      SELECT '${name}', span_ms, start_ms, '', playbacks, played, exits, failed, refusals, rebuffered, figures
      FROM playback_sums WHERE kind = 'all' AND span_ms >= ${hourMs}`,
  ),
].join(';\n');

/** Steps of the migrations. `offstage rebuild` reads the versions of earlier playbacks. */
export const dimensionTables = { sqlite: [step], postgres: [step] } as const;
