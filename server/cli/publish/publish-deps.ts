/** The build's output directories, absolute paths. */
export interface BuiltDirectories {
  pageDir: string;
  sdkDir: string;
  /** Directory of the script for published pages only. */
  staticDir: string;
}

export interface PublishDeps extends BuiltDirectories {
  /** Unix milliseconds. */
  now: () => number;
  /** When aborted, the work stops and leaves no files. */
  signal: AbortSignal;
  /** Whether to check everything and write nothing to the output directory. */
  isDryRun?: boolean;
  /** Receives the number of finished pages and the total. */
  onProgress?: (done: number, total: number) => void;
}
