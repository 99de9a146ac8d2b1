/** Where an uncaught error surfaced. `policy` is a violation of a Content-Security-Policy. */
export const errorSources = [
  'page',
  'page_rejection',
  'react',
  'worker',
  'worker_rejection',
  'policy',
] as const;
export type ErrorSource = (typeof errorSources)[number];

/** An error as data: an `Error` itself loses its stack when posted to the worker. */
export interface ClientError {
  source: ErrorSource;
  /** The error's name, such as `TypeError`; `Error` if something else was thrown. */
  type: string;
  message: string;
  /** As the browser formats it; empty if there is none. */
  stack: string;
  /** Additional facts. */
  params: Record<string, string>;
}
