import { runMove } from '../store/migrate/run-move.ts';
import type { CommandDeps } from './command-deps.ts';
import { commandHelp } from './command-help.js';
import { usageExitCode } from './exit-codes.ts';
import { parseCommand } from './parse-command.js';
import { runAdd } from './run-add.ts';
import { runDoctor } from './run-doctor.ts';
import { runExport } from './run-export.ts';
import { runList } from './run-list.ts';
import { runPublish } from './run-publish.ts';
import { runRemove } from './run-remove.ts';
import { runToken } from './run-token.ts';
import { visibleStream } from './visible-stream.ts';

/** Commands that run in this process; the start script handles the others. */
const runs = {
  add: runAdd,
  list: runList,
  remove: runRemove,
  publish: runPublish,
  token: runToken,
  export: runExport,
  doctor: runDoctor,
  migrate: runMove,
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
  if (name in runs) return runs[name as keyof typeof runs](call, deps);
  deps.stderr.write(`offstage ${name} is run by scripts/offstage.js.\n`);
  return usageExitCode;
}

process.exitCode = await main();
// The channel to the start script would keep this process alive.
if (process.connected) process.disconnect();
