import type { CommandDeps } from './command-deps.ts';
import { commandHelp } from './command-help.js';
import { usageExitCode } from './exit-codes.js';
import type { Call } from './parse-command.js';
import { parseCommand } from './parse-command.js';
import { visibleStream } from './visible-stream.ts';

type Run = (call: Call, deps: CommandDeps) => Promise<number>;

/** Commands that run in this process, loaded when used; the start script handles the others. */
const runs: Readonly<Record<string, () => Promise<Run>>> = {
  edit: async () => (await import('./run-edit.ts')).runEdit,
  add: async () => (await import('./run-add.ts')).runAdd,
  live: async () => (await import('./run-live.ts')).runLive,
  list: async () => (await import('./run-list.ts')).runList,
  remove: async () => (await import('./run-remove.ts')).runRemove,
  publish: async () => (await import('./run-publish.ts')).runPublish,
  token: async () => (await import('./run-token.ts')).runToken,
  export: async () => (await import('./run-export.ts')).runExport,
  backup: async () => (await import('../store/backup/run-backup.ts')).runBackup,
  restore: async () => (await import('../store/backup/run-restore.ts')).runRestore,
  rebuild: async () => (await import('../store/reports/run-rebuild.ts')).runRebuild,
  migrate: async () => (await import('../store/migrate/run-move.ts')).runMove,
  doctor: async () => (await import('./run-doctor.ts')).runDoctor,
};

async function main(): Promise<number> {
  const parsed = parseCommand(process.argv.slice(2));
  const stopping = new AbortController();
  // Ctrl-C arrives from the terminal and from the start script. A second signal changes nothing.
  for (const signal of ['SIGINT', 'SIGTERM', 'disconnect'])
    process.on(signal, () => stopping.abort());
  if (process.connected === false) stopping.abort();
  const deps: CommandDeps = {
    env: process.env,
    cwd: process.cwd(),
    stdin: process.stdin,
    // Programs read exports and JSON lists unchanged.
    stdout: process.stdout.isTTY ? visibleStream(process.stdout) : process.stdout,
    stderr: visibleStream(process.stderr),
    signal: stopping.signal,
    now: Date.now,
  };
  if (!parsed.ok) {
    deps.stderr.write(`${parsed.error.message}\n`);
    return usageExitCode;
  }
  if (parsed.value.type === 'help') {
    deps.stdout.write(`${commandHelp(parsed.value.command, deps.cwd)}\n`);
    return 0;
  }
  const { call } = parsed.value;
  const name = call.command.name;
  const load = runs[name];
  if (load !== undefined) return (await load())(call, deps);
  deps.stderr.write(`offstage ${name} is run by scripts/offstage.js.\n`);
  return usageExitCode;
}

process.exitCode = await main();
// The channel to the start script would keep this process alive.
if (process.connected) process.disconnect();
