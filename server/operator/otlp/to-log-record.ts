import { type Attributes, type LogRecord, SeverityNumber } from '@opentelemetry/api';
import { visibleText } from '../log/visible-text.js';
import type { LogEvent } from './exported-log.ts';
import { otlpLimits } from './otlp-limits.ts';
import { toHrTime } from './to-hr-time.ts';

const severities = {
  info: SeverityNumber.INFO,
  warn: SeverityNumber.WARN,
  error: SeverityNumber.ERROR,
} as const;

/** @returns OpenTelemetry's form of an event, with the names of `--log json` */
export function toLogRecord({ timeMs, level, code, message, fields }: LogEvent): LogRecord {
  const attributes: Attributes = { code };
  // The attributes of OpenTelemetry have no null.
  for (const [name, value] of Object.entries(fields))
    if (value !== null) attributes[name] = typeof value === 'string' ? shown(value) : value;
  const time = toHrTime(timeMs);
  return {
    timestamp: time,
    observedTimestamp: time,
    severityNumber: severities[level],
    severityText: level.toUpperCase(),
    body: shown(message),
    attributes,
  };
}

/** Terminals show exported text too. */
function shown(text: string): string {
  return visibleText(text.slice(0, otlpLimits.textMaxChars));
}
