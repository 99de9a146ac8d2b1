import type { MiddlewareHandler } from 'hono';
import type { ReportError } from './http/error-reply.ts';
import type { ServerEnv } from './http/server-env.ts';
import type { Log } from './log/create-log.ts';
import type { ServerOptions } from './options/server-options.js';

export interface StartOptions extends ServerOptions, BuiltDirectories {}

/** Where the build has put what the server serves. */
export interface BuiltDirectories {
  /** The built player page and the built demo host page. */
  pageDir: string;
  demoDir: string;
  /** The built SDK. */
  sdkDir: string;
  /** The built dashboard. */
  dashboardDir: string;
  /** The built documents. */
  docsDir: string;
}

export interface StartDeps {
  /** Unix milliseconds. */
  now: () => number;
  /** Gets what no handler expected. */
  reportError: ReportError;
  /** Gets a sentence that the operator should read. */
  tell: (sentence: string) => void;
  /** Gets a line for each request, where the options ask for that. */
  log?: Log;
  /** Ends the start early: reading a large library takes a while. */
  signal: AbortSignal;
  /** Gets what is newly wrong in the library, whenever it was read again. */
  onLibraryChange?: (warnings: readonly string[]) => void;
  /** Descriptors that the process may have open; the system is asked where it is left out. */
  openFilesMaxCount?: number;
  /** Gets how many files of the library are still to be read, now and then, and 0 at the end. */
  onLibraryProgress?: (pendingCount: number) => void;
  /** `npm run dev` only: serves the pages' modules from their sources, on both origins (`dev/serve-modules.ts`). */
  serveModules?: MiddlewareHandler<ServerEnv>;
}
