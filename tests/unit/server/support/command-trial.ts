import { hash } from 'node:crypto';
import { copyFileSync, cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runAdd } from '../../../../server/cli/run-add.ts';
import { runEdit } from '../../../../server/cli/run-edit.ts';
import { runExport } from '../../../../server/cli/run-export.ts';
import { runList } from '../../../../server/cli/run-list.ts';
import { runLive } from '../../../../server/cli/run-live.ts';
import { runPublish } from '../../../../server/cli/run-publish.ts';
import { runRemove } from '../../../../server/cli/run-remove.ts';
import { runSign } from '../../../../server/cli/run-sign.js';
import { runToken } from '../../../../server/cli/run-token.ts';
import { runBackup } from '../../../../server/store/backup/run-backup.ts';
import { runRestore } from '../../../../server/store/backup/run-restore.ts';
import { runMove } from '../../../../server/store/migrate/run-move.ts';
import { runRebuild } from '../../../../server/store/reports/run-rebuild.ts';
import { fakeMediaTools } from './fake-media-tools.ts';
import { testSid } from './log-batches.ts';
import type { CommandRun } from './run-command.ts';
import { runCommand } from './run-command.ts';
import { testOptions } from './start-test-server.ts';
import { storeBatch } from './store-batches.ts';
import { openSqliteFile } from './store-place.ts';
import { storedError } from './stored-error.ts';
import { tempDirectory } from './temp-directory.ts';

/** A video of the media directory, as `add` would have made it. */
export const trialVideo = 'addedfilm01';
/** The signing key in the data directory. */
export const trialKey = 'a-key-of-tests-with-32-characters';

/** A real MP4 of 3 kB, because each run starts with a copy of all files. */
const film = readFileSync(new URL('../../../fuzz/support/media/film.mp4', import.meta.url));
const addedFrom = { name: 'film.mp4', bytes: 5, fingerprint: 'f1' };
const png = Buffer.from('\x89PNG\r\n\x1a\n and the rest', 'latin1');
const nowMs = Date.parse('2026-03-10T12:00:00Z');
const hourMs = 3_600_000;

/** Files of the user, in the working directory; the directories in `other` differ. */
const files: Readonly<Record<string, string | Uint8Array>> = {
  'new.mp4': film,
  'words.vtt': 'WEBVTT\n\nwords',
  'poster.png': png,
  'chapters.txt': '0:00 Start\n',
  'page.json': '{"args":{"hl":"es"}}',
  'media/film/film.mp4': film,
  'media/film/film.json': JSON.stringify({ id: trialVideo, title: 'Film', addedFrom }),
  'data/operator-token': 'token-of-the-test\n',
  'data/signing-key': `${trialKey}\n`,
  'other/media/film/film.mp4': film,
  'other/media/film/film.json': JSON.stringify({ id: 'otherfilm01', title: 'Other', addedFrom }),
  'other/data/operator-token': 'another-token\n',
  'other/data/signing-key': `another-${trialKey}\n`,
};

interface Outcome extends CommandRun {
  /** A digest of each file of the working directory, but not of the event store. */
  files: Readonly<Record<string, string>>;
}

/**
 * @param name of the command
 * @param env more variables
 * @returns a function that runs the command with arguments, each time in the same directory with
 *   the same content. The same call runs once, because many others are compared with it.
 */
export async function createTrial(name: string, env: Readonly<Record<string, string>> = {}) {
  const start = tempDirectory(files);
  await fillStore(join(start, 'data/events.sqlite'));
  copyFileSync(join(start, 'data/events.sqlite'), join(start, 'made.backup'));
  const { pageDir } = testOptions();
  writeFileSync(join(pageDir, 'licenses.txt'), 'licences');
  const built = {
    pageDir,
    sdkDir: tempDirectory(),
    staticDir: tempDirectory({ 'static-page.js': 'script()' }),
  };
  const runs: Readonly<Record<string, Parameters<typeof runCommand>[0]>> = {
    add: runAdd,
    edit: runEdit,
    // Ends before it listens.
    live: (call, deps) => runLive(call, { ...deps, signal: AbortSignal.abort() }),
    list: runList,
    remove: runRemove,
    publish: (call, deps) => runPublish(call, deps, built),
    token: runToken,
    sign: runSign,
    backup: runBackup,
    restore: runRestore,
    rebuild: runRebuild,
    export: runExport,
    migrate: runMove,
  };
  const cwd = tempDirectory();
  const all = {
    ...(name === 'live' ? fakeMediaTools() : { FFMPEG_PATH: '/nowhere/ffmpeg' }),
    OFFSTAGE_MEDIA: join(cwd, 'media'),
    OFFSTAGE_DATA: join(cwd, 'data'),
    ...env,
  };
  const run = runs[name];
  if (run === undefined) throw new Error(`${name} is no command of a trial`);
  const outcomes = new Map<string, Outcome>();
  return async (argv: readonly string[]): Promise<Outcome> => {
    const key = JSON.stringify(argv);
    const known = outcomes.get(key);
    if (known !== undefined) return known;
    rmSync(cwd, { recursive: true });
    cpSync(start, cwd, { recursive: true });
    const ended = await runCommand(run, [name, ...argv], { cwd, env: all, now: () => nowMs });
    const outcome = { ...ended, files: digestsOf(cwd) };
    outcomes.set(key, outcome);
    return outcome;
  };
}

async function fillStore(file: string): Promise<void> {
  const store = openSqliteFile(file);
  for (const [index, hours] of [3, 0].entries()) {
    const receivedMs = nowMs - hours * hourMs;
    await store.insertBatch(storeBatch([index + 1], { receivedMs }));
    const entry = { kind: 'qoe', timeMs: 1, fieldsJson: '{}', n: index + 1 };
    await store.insertProviderLog({
      sid: testSid,
      receivedMs,
      droppedCount: 0,
      contextJson: '{}',
      entries: [entry],
    });
    await store.insertError(storedError({ fingerprint: `f${index}`, id: `${index}` }), receivedMs);
  }
  await store.close();
}

function digestsOf(directory: string): Record<string, string> {
  const entries = readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.startsWith('events.sqlite'))
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted();
  return Object.fromEntries(entries.map((file) => [file, hash('sha1', readFileSync(file))]));
}
