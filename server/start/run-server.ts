import { sentenceOf } from '../library/library-changes.ts';
import type { Log } from '../operator/log/create-log.ts';
import { createLog } from '../operator/log/create-log.ts';
import { visibleText } from '../operator/log/visible-text.js';
import { createMetrics } from '../operator/metrics/create-metrics.ts';
import { startOtlp } from '../operator/otlp/start-otlp.ts';
import { announceServer, sharedSentence } from './announce-server.ts';
import type { StartDeps, StartOptions } from './start-options.ts';
import type { RunningServer } from './start-server.ts';
import { startServer } from './start-server.ts';
import { startupReport } from './startup-report.ts';
import { stopLimits } from './stop-limits.ts';
import { stopOnSignals } from './stop-on-signals.ts';

export interface RunDeps extends Pick<StartDeps, 'serveModules'> {
  process: NodeJS.Process;
  print: (line: string) => void;
  printError: (text: string) => void;
  /** Called when both origins listen. */
  onListening?: () => void;
}

/**
 * Runs the server in this process. It obeys stop signals from now on, even while the library is
 * being read.
 * @param options directories must have been checked
 * @returns why the server did not start, for a person; `null` when it runs or was stopped
 */
export async function runServer(
  options: StartOptions,
  { process, serveModules, onListening, ...outputs }: RunDeps,
): Promise<string | null> {
  // A closed output pipe (`| head`, an ended log collector) is no reason to stop serving.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
  // Escape all output, so that no file name can control the operator's terminal.
  const print = (text: string) => outputs.print(visibleText(text));
  const printError = (text: string) => outputs.printError(visibleText(text));
  const stopping = new AbortController();
  // Nothing is opened in this turn, and no signal arrives before the next one.
  const printed = createLog({ format: options.log, print, printError, now: Date.now });
  const metrics = createMetrics();
  const clocks = { now: Date.now, elapsedMs: () => performance.now() };
  const otlp =
    options.otlp === null ? null : startOtlp(options.otlp, { log: printed, metrics, ...clocks });
  const log = otlp?.log ?? printed;
  const started = startServer(options, {
    now: Date.now,
    metrics,
    ...(otlp && { beforeStoreCloses: otlp.stopMetrics }),
    reportError: (error, about) => log.error('INTERNAL', error, about),
    warn: (sentence) => log.error('STORE', sentence),
    log,
    signal: stopping.signal,
    ...(serveModules && { serveModules }),
    onLibraryChange: (warnings) => {
      for (const warning of warnings) log.warn('LIBRARY', warning);
    },
    onVideosChange: (changes) =>
      log.info('LIBRARY_CHANGED', sentenceOf(changes), {
        added: changes.added.length,
        removed: changes.removed.length,
        changed: changes.changed.length,
        videos: changes.videosCount,
      }),
    onLibraryProgress: (pendingCount) =>
      log.info('LIBRARY_READING', progressOf(pendingCount), { pending: pendingCount }),
  });
  const ignoreSignals = stopOnSignals(
    process,
    async () => {
      stopping.abort();
      log.info('STOPPING', stoppingSentence(options.drainMs), { drainMs: options.drainMs });
      const server = await started;
      if (server.ok) {
        await server.value.drain(options.drainMs);
        await server.value.stop(stopLimits.graceMs);
      }
      log.info('STOPPED', 'The server has stopped.');
      await otlp?.stop();
    },
    (code) => process.exit(code),
  );
  if (options.stores.length === 0) {
    const others = await announceServer(options.dataDir);
    if (others > 0) log.warn('DATA_SHARED', sharedSentence(options.dataDir, others));
  }
  const server = await started;
  if (stopping.signal.aborted) return null;
  if (!server.ok) {
    ignoreSignals();
    otlp?.exportedLog.error('NOT_STARTED', server.error.message);
    await otlp?.stop();
    return server.error.message;
  }
  for (const warning of server.value.library.warnings) log.warn('LIBRARY', warning);
  if (options.log === 'text') print(startupReport(options, server.value));
  logStart(options.log === 'text' ? otlp?.exportedLog : log, options, server.value);
  onListening?.();
  return null;
}

function stoppingSentence(drainMs: number): string {
  const drain = drainMs === 0 ? '' : ` it answers for ${drainMs / 1_000} s more, then`;
  return `The server is stopping:${drain} it lets open requests finish, for up to ${stopLimits.graceMs / 1_000} s. A second Ctrl-C or SIGTERM ends it at once.`;
}

function progressOf(pendingCount: number): string {
  if (pendingCount === 0) return 'All files of the library have been read.';
  const files =
    pendingCount === 1 ? 'One file of the library' : `${pendingCount} files of the library`;
  return `${files} still to read; each video plays as soon as its files are read.`;
}

/** The start-up report as one log line for programs. */
function logStart(
  log: Log | undefined,
  { host, isTelemetryOn }: StartOptions,
  server: RunningServer,
): void {
  log?.info('LISTENING', 'The server is listening.', {
    host,
    port: server.embedPort,
    demoPort: server.demoPort,
    videos: server.library.videos.size,
    telemetry: isTelemetryOn ? 'on' : 'off',
  });
}
