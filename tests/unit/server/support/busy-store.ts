import { join } from 'node:path';
import { runExport } from '../../../../server/cli/run-export.ts';
import { runCommand } from './run-command.ts';
import { storeBatch } from './store-batches.ts';
import { openSqliteFile } from './store-place.ts';
import { tempDirectory } from './temp-directory.ts';

export const hourMs = 3_600_000;
export const now = Date.parse('2026-03-10T12:00:00Z');

/** A store that a server has open, with events of two videos in three hours. */
export async function busyStore() {
  const data = tempDirectory();
  const store = openSqliteFile(join(data, 'events.sqlite'));
  for (const [index, videoId] of ['video000001', 'video000002', 'video000001'].entries()) {
    const event = { name: 'n', eventTimeMs: 1, contextJson: '{}' };
    const payloadJson = JSON.stringify({ videoId, note: '=1+1, "quoted"\nline' });
    await store.insertBatch(
      storeBatch([], {
        receivedMs: now - (2 - index) * hourMs,
        events: [{ ...event, seq: index + 1, payloadJson }],
      }),
    );
  }
  const entry = { kind: 'qoe', timeMs: 1, fieldsJson: '{"videoId":"video000002"}' };
  await store.insertProviderLog({
    sid: 'sid-0123456789abcdef',
    receivedMs: now,
    droppedCount: 0,
    contextJson: '{}',
    entries: [{ ...entry, n: 1 }],
  });
  return { data, store };
}

export const exported = (data: string, ...argv: string[]) =>
  runCommand(runExport, ['export', ...argv, '--data', data], { now: () => now });
