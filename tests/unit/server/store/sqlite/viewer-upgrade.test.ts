import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { addedDimensions } from '../../../../../server/store/reports/dimension-tables.ts';
import { playbackColumns } from '../../../../../server/store/reports/playback-columns.ts';
import { customDimensions } from '../../../../../shared/telemetry/document-dimensions.ts';
import { openSqliteFile } from '../../support/store-place.ts';
import { tempDirectory } from '../../support/temp-directory.ts';

test('an upgraded store knows the room of its viewers, and starts their expiry again', async () => {
  const file = join(tempDirectory(), 'events.sqlite');
  const first = openSqliteFile(file);
  const change = { viewer: 'ann', nowMs: Date.now(), canAdd: () => true };
  await first.viewers.subscribe({
    ...change,
    fields: { channelIds: ['UC1', 'UC2'], siloName: 'é' },
  });
  await first.viewers.addFeedback({
    ...change,
    fields: { feedbackTokens: ['t'], feedbackContext: { cpn: 'c' } },
  });
  await first.viewers.setPreference({ ...change, fields: { params: 'p', secondaryParams: 'ALL' } });
  const actions = [{ action: 'ACTION_ADD_VIDEO' as const, addedVideoId: 'offstage004' }];
  await first.viewers.editPlaylist({ ...change, fields: { playlistId: 'WL', actions } });
  await first.close();
  const database = new DatabaseSync(file);
  onTestFinished(() => database.close());
  const bytesOf = () => database.prepare('SELECT bytes FROM viewers').get()?.bytes;
  const before = bytesOf();
  // As it was before the step that added them.
  const later = ['playback_changes', 'playback_sums', 'playback_sums_state', 'event_copy'];
  for (const table of [
    'store_clock',
    'error_reports',
    'field_reports',
    'document_hours',
    'viewings',
    'watched_minutes',
    'experiment_playbacks',
    'experiments',
    'parquet_copy',
    'custom_dimensions',
    'custom_values',
    'served_pages',
    'heard_pages',
    ...later,
  ])
    database.exec(`DROP TABLE ${table}`);
  for (const column of ['seen_ms', 'bytes'])
    database.exec(`ALTER TABLE viewers DROP COLUMN ${column}`);
  for (const name of [...addedDimensions, ...customDimensions])
    database.exec(`
      DROP INDEX playbacks_by_${name};
      ALTER TABLE playbacks DROP COLUMN ${name};
      ALTER TABLE documents DROP COLUMN ${name}`);
  for (const name of playbackColumns)
    database.exec(`DROP INDEX playbacks_by_${name}; ALTER TABLE playbacks DROP COLUMN ${name}`);
  database.exec('DROP INDEX playbacks_by_name; ALTER TABLE clients DROP COLUMN archived');
  database.exec('ALTER TABLE totals DROP COLUMN viewer_bytes; PRAGMA user_version = 8');
  const startMs = Date.now();
  openSqliteFile(file);
  expect(bytesOf()).toEqual(before);
  const [viewer] = database.prepare('SELECT seen_ms FROM viewers').all();
  expect(Number(viewer?.seen_ms)).toBeGreaterThan(startMs - 60_000);
  const totals = database.prepare('SELECT sum(viewer_bytes) AS n FROM totals').get();
  expect(totals?.n).toBe(before);
});
