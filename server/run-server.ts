import type { StartOptions } from './start-server.ts';
import { startServer } from './start-server.ts';
import { startupReport } from './startup-report.ts';
import { stopOnSignals } from './stop-on-signals.ts';

/** A viewer's paused video keeps its connection open for hours; it is cut so long after the signal to stop. */
const stopGraceMs = 3_000;

export interface RunDeps {
  process: NodeJS.Process;
  print: (line: string) => void;
  printError: (error: unknown) => void;
}

/**
 * Starts the server as this process's work. A signal is obeyed from now on, also while the library is still being read.
 * @param options directories must have been checked
 * @returns what kept the server from starting, for a person; `null` when it runs or was told to stop
 */
export async function runServer(
  options: StartOptions,
  { process, print, printError }: RunDeps,
): Promise<string | null> {
  const stopping = new AbortController();
  // Nothing is opened in this turn, and no signal arrives before the next one.
  const started = startServer(options, {
    now: Date.now,
    reportError: printError,
    signal: stopping.signal,
  });
  const ignoreSignals = stopOnSignals(
    process,
    async () => {
      stopping.abort();
      const server = await started;
      if (server.ok) await server.value.stop(stopGraceMs);
    },
    (code) => process.exit(code),
  );
  const server = await started;
  if (stopping.signal.aborted) return null;
  if (!server.ok) {
    ignoreSignals();
    return server.error.message;
  }
  for (const warning of server.value.library.warnings) printError(`warning: ${warning}`);
  print(startupReport(options, server.value));
  return null;
}
