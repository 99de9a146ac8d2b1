import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { startReportThread } from '../../../../server/store/reports/start-report-thread.ts';
import { openSqliteFile } from '../support/store-place.ts';
import { tempDirectory } from '../support/temp-directory.ts';
import { fillStore, wholeTime } from './playback-events.ts';

/** Facts that the events do not have, or that the upgrade does not read from them. */
const unknown = { browser: '', device: '', country: '', version: '', engine: '', startedBy: '' };
const unknownLists = [
  'browsers',
  'devices',
  'countries',
  'versions',
  'engines',
  'startedBy',
] as const;

/** The migration step that made the tables of the reports. */
const versionBefore = 7;

test('a store that was filled before the reports existed has the same playback figures after the upgrade', async () => {
  const file = join(tempDirectory(), 'events.sqlite');
  const first = openSqliteFile(file);
  await fillStore(first);
  const before = await first.reports.dashboard(wholeTime);
  await first.close();
  const old = new DatabaseSync(file);
  for (const table of [
    ...['documents', 'playbacks', 'intake_minutes', 'store_clock'],
    ...['playback_changes', 'playback_sums', 'playback_sums_state', 'event_copy', 'error_reports'],
    ...['field_reports', 'document_hours', 'viewings', 'watched_minutes'],
    ...['experiment_playbacks', 'experiments', 'parquet_copy'],
    ...['custom_dimensions', 'custom_values', 'served_pages', 'heard_pages'],
  ])
    old.exec(`DROP TABLE ${table}`);
  old.exec('ALTER TABLE viewers DROP COLUMN seen_ms; ALTER TABLE viewers DROP COLUMN bytes');
  old.exec('ALTER TABLE totals DROP COLUMN viewer_bytes');
  old.exec('ALTER TABLE clients DROP COLUMN archived');
  old.exec(`DROP INDEX lost_events; PRAGMA user_version = ${versionBefore}`);
  old.close();
  const { intake, latest, ...after } = await openSqliteFile(file).reports.dashboard(wholeTime);
  const { intake: counted, latest: listed, ...same } = before;
  const withoutNew = (report: typeof same) => ({
    ...report,
    firstFrames: [],
    ...Object.fromEntries(unknownLists.map((list) => [list, []])),
  });
  expect(withoutNew(after)).toEqual(withoutNew(same));
  expect(latest).toEqual(listed.map((playback) => ({ ...playback, ...unknown })));
  // These and the refused events were not recorded then, or are only in the events.
  for (const list of unknownLists) {
    expect(same[list].length).toBeGreaterThan(1);
    expect(after[list]).toEqual([
      expect.objectContaining({ name: '', playbacks: same.totals.playbacks }),
    ]);
  }
  const reported = ({ atMs, events, malformedSummaries }: (typeof intake)[number]) => [
    atMs,
    events,
    malformedSummaries,
  ];
  const withEvents = counted.filter(({ events }) => events > 0);
  expect(intake.map(reported)).toEqual(withEvents.map(reported));
});

test('a thread that fails while it closes rejects its reports, and is closed', async () => {
  const thread = startReportThread(join(tempDirectory(), 'no-store.sqlite'));
  const asked = expect(thread.dashboard(wholeTime)).rejects.toThrow("reports' thread has ended");
  await thread.close();
  await asked;
});

test('a store that closes refuses later reports, and leaves none open', async () => {
  const store = openSqliteFile(join(tempDirectory(), 'events.sqlite'));
  const asked = store.reports.dashboard(wholeTime).then(
    () => 'answered',
    (error) => error.message,
  );
  const closed = store.close();
  await expect(store.reports.dashboard(wholeTime)).rejects.toThrow(/server is stopping/);
  await closed;
  expect(await asked).toMatch(/answered|server is stopping/);
});

test('the reports’ thread ends when it is closed: it refuses later requests, and leaves nothing open', async () => {
  const file = join(tempDirectory(), 'events.sqlite');
  await openSqliteFile(file).close();
  const { close, dashboard, overview } = startReportThread(file);
  await overview(wholeTime);
  const asked = dashboard(wholeTime).then(
    () => 'answered',
    (error) => error.message,
  );
  await close();
  expect(await asked).toMatch(/answered|the store is closed/);
  await expect(overview(wholeTime)).rejects.toThrow(/the store is closed/);
});
