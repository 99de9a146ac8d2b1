import { createLog } from '../operator/log/create-log.ts';
import { visibleText } from '../operator/log/visible-text.js';
import { helpText } from '../options/help-text.js';
import { parseOptions } from '../options/parse-options.js';
import { closeToOthers } from '../options/private-files.js';
import { checkDirectories } from './check-directories.js';
import type { RunDeps } from './run-server.ts';
import { runServer } from './run-server.ts';
import type { BuiltDirectories } from './start-options.ts';

/** The exit code for wrong options or configuration: repeating the command changes nothing. */
const usageExitCode = 2;

/**
 * Serves with the process's arguments and environment. Sets the exit code if the server does not
 * start.
 * @param built directories of the built pages
 */
export async function serve(built: BuiltDirectories, deps: RunDeps): Promise<void> {
  const { process, print, printError } = deps;
  const fail = (message: string) => {
    printError(visibleText(message));
    process.exitCode = usageExitCode;
  };
  const options = parseOptions(process.argv.slice(2), process.env);
  if (!options.ok) return fail(options.error.message);
  if (options.value === 'help') return print(helpText(process.cwd()));
  const checked = checkDirectories(options.value);
  if (!checked.ok) return fail(checked.error.message);
  const log = createLog({ format: options.value.log, print, printError, now: Date.now });
  for (const sentence of closeToOthers(options.value.dataDir)) log.warn('DATA_DIR', sentence);

  const problem = await runServer({ ...options.value, ...built }, deps);
  if (problem === null) return;
  // Else the last attempts to export it would keep the process for seconds.
  if (options.value.otlp !== null) setImmediate(() => process.exit());
  if (options.value.log === 'text') return fail(problem);
  log.error('NOT_STARTED', problem);
  process.exitCode = usageExitCode;
}
