/** Where an error was caught when nobody had caught it before; `policy` is what a Content-Security-Policy refused. */
export const errorSources = [
  'page',
  'page_rejection',
  'react',
  'worker',
  'worker_rejection',
  'policy',
] as const;
export type ErrorSource = (typeof errorSources)[number];

/** An error as data: an `Error` itself loses its stack on the way to the worker. */
export interface ClientError {
  source: ErrorSource;
  /** Its name, `TypeError`; `Error` where something else was thrown. */
  type: string;
  message: string;
  /** As the browser writes it; empty where there is none. */
  stack: string;
  /** Facts beside it. */
  params: Record<string, string>;
}
