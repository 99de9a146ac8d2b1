import type { ClientError, ErrorSource } from '../../shared/client-error.ts';
import { errorLimits } from '../../shared/error-limits.ts';
import type { ErrorLevel, ErrorReport } from '../../shared/error-report.ts';
import { topFrame } from '../../shared/stack-frames.ts';

const levels: Readonly<Record<ErrorSource, ErrorLevel>> = {
  page: 'ERROR',
  react: 'ERROR',
  worker: 'ERROR',
  page_rejection: 'WARNING',
  worker_rejection: 'WARNING',
  policy: 'WARNING',
};

/** Cuts an error to what a report may hold. */
export function makeReport(
  { source, type, message, stack, params }: ClientError,
  facts: Pick<ErrorReport, 'id' | 'sid' | 'timeMs' | 'context'>,
): ErrorReport {
  const { paramsCount, paramNameMaxChars, paramMaxChars } = errorLimits;
  const told = Object.entries(params)
    .slice(0, paramsCount)
    .map(([name, value]) => [name.slice(0, paramNameMaxChars), value.slice(0, paramMaxChars)]);
  return {
    ...facts,
    level: levels[source],
    source,
    type: type.slice(0, errorLimits.typeMaxChars),
    message: message.slice(0, errorLimits.messageMaxChars),
    line: topFrame(stack)?.line ?? 0,
    stack: stack.slice(0, errorLimits.stackMaxChars),
    paramsJson: JSON.stringify(Object.fromEntries(told)),
  };
}
