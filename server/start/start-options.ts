import type { MiddlewareHandler } from 'hono';
import type { ReportError } from '../http/error-reply.ts';
import type { ServerEnv } from '../http/server-env.ts';
import type { LibraryChanges } from '../library/library-changes.ts';
import type { Log } from '../operator/log/create-log.ts';
import type { Metrics } from '../operator/metrics/create-metrics.ts';
import type { ServerOptions } from '../options/server-options.js';

export interface StartOptions extends ServerOptions, BuiltDirectories {}

/** The build's output directories. */
export interface BuiltDirectories {
  pageDir: string;
  demoDir: string;
  sdkDir: string;
  dashboardDir: string;
  docsDir: string;
}

export interface StartDeps {
  /** Unix milliseconds. */
  now: () => number;
  /** Receives errors that no handler expected. */
  reportError: ReportError;
  /** Receives sentences for the operator. */
  warn: (sentence: string) => void;
  /** Receives a line for each request, if the options ask for it. */
  log?: Log;
  /** Counts for `/metrics`; the server makes its own if they are left out. */
  metrics?: Metrics;
  /** Settles when the metrics, some of which ask the store, have been read for the last time. */
  beforeStoreCloses?: () => Promise<void>;
  /** Ends the start early: reading a large library takes a while. */
  signal: AbortSignal;
  /** Receives new library warnings after each reading. */
  onLibraryChange?: (warnings: readonly string[]) => void;
  /** Receives the videos that were added, removed or changed since the start. */
  onVideosChange?: (changes: LibraryChanges) => void;
  /** Maximum open descriptors of the process; read from the system if left out. */
  openFilesMaxCount?: number;
  /** Receives the number of library files still to read, at intervals, and 0 at the end. */
  onLibraryProgress?: (pendingCount: number) => void;
  /**
   * Only for `npm run dev`: serves the pages' modules from their sources, on both origins
   * (`dev/serve-modules.ts`).
   */
  serveModules?: MiddlewareHandler<ServerEnv>;
}
