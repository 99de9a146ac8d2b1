import { errorLimits } from '../../../shared/limits/error-limits.ts';
import type { ClientError, ErrorSource } from '../../../shared/telemetry/client-error.ts';
import type { ErrorLevel, ErrorReport } from '../../../shared/telemetry/error-report.ts';
import { topFrame } from '../../../shared/telemetry/stack-frames.ts';
import { withoutTokens } from '../../../shared/wire/without-tokens.ts';

const levels: Readonly<Record<ErrorSource, ErrorLevel>> = {
  page: 'ERROR',
  react: 'ERROR',
  worker: 'ERROR',
  page_rejection: 'WARNING',
  worker_rejection: 'WARNING',
  policy: 'WARNING',
};

/** Cuts an error to a report's limits. */
export function makeReport(
  { source, type, message, stack, params }: ClientError,
  facts: Pick<ErrorReport, 'id' | 'sid' | 'timeMs' | 'context'>,
): ErrorReport {
  const sent = Object.entries(params)
    .slice(0, errorLimits.paramsCount)
    .map(([name, value]) => [
      name.slice(0, errorLimits.paramNameMaxChars),
      cut(value, errorLimits.paramMaxChars),
    ]);
  return {
    ...facts,
    level: levels[source],
    source,
    type: type.slice(0, errorLimits.typeMaxChars),
    message: cut(message, errorLimits.messageMaxChars),
    line: topFrame(stack)?.line ?? 0,
    stack: cut(stack, errorLimits.stackMaxChars),
    paramsJson: JSON.stringify(Object.fromEntries(sent)),
  };
}

/**
 * Removes tokens before the cut, so that no part of a token stays. Cuts to twice the limit first,
 * to avoid searching long texts.
 */
function cut(text: string, maxChars: number): string {
  return withoutTokens(text.slice(0, maxChars * 2)).slice(0, maxChars);
}
