import { logLimits } from '../../shared/limits/log-limits.ts';
import {
  isEventName,
  type LogPayload,
  type LogTier,
  type LogTierName,
  logTiers,
  parseLogTier,
} from '../../shared/telemetry/log-event.ts';

export interface LogOptions {
  /** Urgency of the event; `default` if absent. */
  tier?: LogTierName | LogTier;
  /**
   * Key of a group of events, such as those of one playback, which are numbered from 0. The key has
   * 1 to 200 characters.
   */
  sequenceGroup?: string;
}

/**
 * Checks a call of `log` cheaply: the worker checks whether the payload's values are JSON.
 * @returns the event's tier
 * @throws TypeError naming the mistake and its fix; an invalid call is a bug of the caller
 */
export function checkLogCall(
  name: unknown,
  payload: unknown,
  options: LogOptions | undefined,
): LogTier {
  if (!isEventName(name)) {
    throw new TypeError(
      `Event name ${JSON.stringify(name)} is invalid: start with a letter, then letters, digits and _ . : -, up to ${logLimits.nameMaxChars} characters.`,
    );
  }
  if (!isPlainObject(payload)) {
    throw new TypeError(
      `The payload of event ${name} must be a plain object such as { seconds: 3 }, not ${kindOf(payload)}.`,
    );
  }
  const group: unknown = options?.sequenceGroup;
  if (group !== undefined && !isGroupKey(group)) {
    throw new TypeError(
      `The sequenceGroup of event ${name} must be a string of 1 to ${logLimits.groupKeyMaxChars} characters.`,
    );
  }
  const tier = parseLogTier(options?.tier ?? logTiers.default);
  if (tier !== null) return tier;
  const names = Object.keys(logTiers).join(', ');
  throw new TypeError(
    `Event ${name} has the unknown tier ${String(options?.tier)}: use one of ${names}.`,
  );
}

function isGroupKey(value: unknown): value is string {
  return (
    typeof value === 'string' && value.length > 0 && value.length <= logLimits.groupKeyMaxChars
  );
}

function isPlainObject(value: unknown): value is LogPayload {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** @returns `Array`, `Map`, `Number`, `null` */
function kindOf(value: unknown): string {
  return value?.constructor?.name ?? String(value);
}
