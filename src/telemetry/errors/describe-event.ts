import type { ClientError } from '../../../shared/telemetry/client-error.ts';
import { describeThrown } from '../../../shared/telemetry/describe-thrown.ts';
import { describeViolation } from '../../../shared/tools/describe-violation.ts';
import type { RenderError } from '../../ui/controls/render-error.ts';

/** Converts an error event of the window to an error report. */
export function describeEvent(event: Event): ClientError {
  if ('effectiveDirective' in event)
    return describeViolation(event as SecurityPolicyViolationEvent);
  if ('reason' in event)
    return { source: 'page_rejection', ...describeThrown(event.reason), params: {} };
  const { error = null, message = '', filename = '', lineno, colno } = event as ErrorEvent;
  // Trusted events come from the browser. `start-worker.ts` dispatches an untrusted one for a dead
  // worker.
  const source = event.isTrusted ? 'page' : 'worker';
  if (isRenderError(error)) {
    const { cause, componentStack } = error;
    return { source: 'react', ...describeThrown(cause), params: { componentStack } };
  }
  // A thrown string has no stack, and an error loses its stack when it crosses from a worker.
  if (error !== null) {
    const thrown = describeThrown(error);
    return { source, ...thrown, stack: thrown.stack || place(filename, lineno, colno), params: {} };
  }
  const [, type = 'Error', text = message] =
    /^(?:Uncaught )?(?:(\w*(?:Error|Exception)): )?([\s\S]*)$/.exec(message) ?? [];
  return { source, type, message: text, stack: place(filename, lineno, colno), params: {} };
}

/** Checked by name: importing the class would load one more script. */
function isRenderError(error: unknown): error is RenderError {
  return error instanceof Error && error.name === 'RenderError' && 'componentStack' in error;
}

/** Formatted like a line of a stack trace. */
function place(url: string, line: number, column: number): string {
  return url === '' ? '' : `    at ${url}:${line}:${column}`;
}
