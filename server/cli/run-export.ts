import { resolve } from 'node:path';
import { isVideoId } from '../../shared/player/video-id.ts';
import type { Result } from '../../shared/tools/result.ts';
import { err, ok } from '../../shared/tools/result.ts';
import { codeOf } from '../start/code-of.js';
import { openSnapshot } from '../store/open-snapshot.ts';
import type { CommandDeps } from './command-deps.ts';
import { directoryOption } from './directory-option.ts';
import { eventsOption } from './events-option.ts';
import { failureExitCode, usageExitCode } from './exit-codes.js';
import type { ExportedRow, ExportKind, ExportQuery } from './export/export-rows.ts';
import { exportRows } from './export/export-rows.ts';
import type { RowFormat } from './export/row-format.ts';
import { csv, ndjson } from './export/row-formats.ts';
import { noOutput, outputTo, outputToFile } from './export-output.ts';
import type { Call } from './parse-command.js';
import { parseMoment } from './parse-moment.ts';
import { createProgress } from './progress.ts';
import { storeOption } from './store-option.ts';

/**
 * `offstage export`. The output file is complete or absent. A reader that closes early (`| head`)
 * is no error.
 */
export async function runExport(call: Call, deps: CommandDeps): Promise<number> {
  const { stderr, signal } = deps;
  const asked = parseExport(call, deps.now());
  if (!asked.ok) {
    stderr.write(`${asked.error.message}\n`);
    return usageExitCode;
  }
  const { query, format, formatName } = asked.value;
  const isJson = call.switches.has('json');
  if (isJson && !call.values.has('output') && !call.switches.has('dry-run')) {
    stderr.write(
      '--json describes the file of --output, or what --dry-run counts; for rows as JSON use --format ndjson.\n',
    );
    return usageExitCode;
  }
  const store = storeOption(call, deps);
  if (!store.ok) {
    stderr.write(`${store.error.message}\n`);
    return usageExitCode;
  }
  if (store.value !== null && call.values.has('data')) {
    stderr.write('--data has no effect with a store in PostgreSQL; leave it out.\n');
    return usageExitCode;
  }
  const events = eventsOption(call, deps);
  if (!events.ok) {
    stderr.write(`${events.error.message}\n`);
    return usageExitCode;
  }
  if (call.values.has('events') && query.kind !== 'events') {
    stderr.write(
      `--events has no effect on the export of ${query.kind}, because only events leave the store; leave it out.\n`,
    );
    return usageExitCode;
  }
  // The directory matters only to SQLite.
  const dataDir = store.value === null ? directoryOption('data', call, deps) : '';
  const place = { dataDir, postgres: store.value, events: events.value };
  const opened = await openSnapshot(place, (sentence) => stderr.write(`${sentence}\n`));
  if (!opened.ok) {
    stderr.write(`${opened.error.message}\n`);
    return failureExitCode;
  }
  const output = call.values.get('output');
  const isDryRun = call.switches.has('dry-run');
  const target = isDryRun
    ? ok(noOutput)
    : output === undefined
      ? ok(outputTo(deps.stdout))
      : await outputToFile(resolve(deps.cwd, output));
  if (!target.ok) {
    await opened.value.close();
    stderr.write(`${target.error.message}\n`);
    return failureExitCode;
  }
  const { write, finish, discard } = target.value;
  let rowCount = 0;
  // Rows and a progress bar on the same screen would mix.
  const progress =
    output === undefined && deps.stdout.isTTY ? null : createProgress(query.kind, stderr);
  try {
    await write(format.head);
    await exportRows(opened.value, query, async (rows, part) => {
      if (signal.aborted) throw new Error('stopped');
      rowCount += rows.length;
      if (rows.length > 0) await write(format.lines(rows));
      progress?.update(part);
    });
    await finish();
    const file = output === undefined ? null : resolve(deps.cwd, output);
    if (isJson)
      deps.stdout.write(
        `${JSON.stringify({ kind: query.kind, format: formatName, rowCount, file, isDryRun }, null, 2)}\n`,
      );
    else if (isDryRun)
      deps.stdout.write(
        `Would export ${rowCount} ${rowCount === 1 ? 'row' : 'rows'} of ${query.kind} as ${formatName} to ${file ?? 'standard output'}.\n`,
      );
    return 0;
  } catch (error) {
    await discard();
    if (error instanceof Error && 'code' in error && error.code === 'EPIPE') return 0;
    progress?.stop();
    stderr.write(`The export is incomplete: ${describeIncomplete(error)}.\n`);
    return failureExitCode;
  } finally {
    progress?.stop();
    await opened.value.close();
  }
}

function describeIncomplete(error: unknown): string {
  const code = codeOf(error);
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return 'the disk is full; free some space, or choose another file with --output';
  return error instanceof Error ? error.message : code;
}

function parseExport(
  { arguments: [kind = ''], values }: Call,
  nowMs: number,
): Result<{ query: ExportQuery; format: RowFormat<ExportedRow>; formatName: string }> {
  if (!isKind(kind))
    return err('UNKNOWN_KIND', `"${kind}" cannot be exported; use events, log or errors.`);
  const name = values.get('format') ?? 'ndjson';
  if (name !== 'ndjson' && name !== 'csv')
    return err('UNKNOWN_FORMAT', `--format "${name}" is not supported; use ndjson or csv.`);
  const videoId = values.get('video') ?? null;
  if (videoId !== null && kind === 'errors')
    return err('NO_VIDEO', 'Errors do not belong to a video; leave out --video, or export events.');
  if (videoId !== null && !isVideoId(videoId))
    return err(
      'BAD_ID',
      `--video "${videoId}" is not a video id (11 characters of A-Z a-z 0-9 _ -); offstage list shows the ids.`,
    );
  const since = momentOf('since', values, nowMs);
  if (!since.ok) return since;
  const until = momentOf('until', values, nowMs);
  if (!until.ok) return until;
  if (since.value !== null && until.value !== null && since.value >= until.value)
    return err('NO_TIME', '--since must be earlier than --until.');
  const query = { kind, sinceMs: since.value, untilMs: until.value, videoId };
  return ok({ query, format: name === 'csv' ? csv(kind) : ndjson, formatName: name });
}

function isKind(text: string): text is ExportKind {
  return text === 'events' || text === 'log' || text === 'errors';
}

function momentOf(
  name: 'since' | 'until',
  values: ReadonlyMap<string, string>,
  nowMs: number,
): Result<number | null, 'BAD_TIME'> {
  const text = values.get(name);
  if (text === undefined) return ok(null);
  const moment = parseMoment(text, nowMs);
  return moment.ok ? moment : err('BAD_TIME', `--${name} ${moment.error.message}`);
}
