import type { ClientError } from '../../shared/client-error.ts';
import { describeThrown } from '../../shared/describe-thrown.ts';
import { describeViolation } from '../../shared/describe-violation.ts';
import type { RenderError } from './render-error.ts';

/** What an event says of the error that the window got. */
export function describeEvent(event: Event): ClientError {
  if ('effectiveDirective' in event)
    return describeViolation(event as SecurityPolicyViolationEvent);
  if ('reason' in event)
    return { source: 'page_rejection', ...describeThrown(event.reason), params: {} };
  const { error = null, message = '', filename = '', lineno, colno } = event as ErrorEvent;
  // The window's own are the browser's; a dead worker's is passed on to it by `start-worker.ts`.
  const source = event.isTrusted ? 'page' : 'worker';
  if (isRenderError(error)) {
    const { cause, componentStack } = error;
    return { source: 'react', ...describeThrown(cause), params: { componentStack } };
  }
  // A thrown string has no stack, and an error that comes from a worker has lost it.
  if (error !== null) {
    const thrown = describeThrown(error);
    return { source, ...thrown, stack: thrown.stack || place(filename, lineno, colno), params: {} };
  }
  const [, type = 'Error', text = message] =
    /^(?:Uncaught )?(?:(\w*(?:Error|Exception)): )?([\s\S]*)$/.exec(message) ?? [];
  return { source, type, message: text, stack: place(filename, lineno, colno), params: {} };
}

/** By its name: its class would be one more script to load. */
function isRenderError(error: unknown): error is RenderError {
  return error instanceof Error && error.name === 'RenderError' && 'componentStack' in error;
}

/** As a stack's line would say it. */
function place(url: string, line: number, column: number): string {
  return url === '' ? '' : `    at ${url}:${line}:${column}`;
}
