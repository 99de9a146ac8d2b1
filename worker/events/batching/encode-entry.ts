import { logLimits } from '../../../shared/limits/log-limits.ts';
import {
  type LogEndpoint,
  type LogEntry,
  type LogTier,
  logEndpointOf,
  toLogEvent,
} from '../../../shared/telemetry/log-event.ts';
import { err, ok, type Result } from '../../../shared/tools/result.ts';

/** An event serialized once: the store and every send use this text. */
export interface EncodedEvent {
  seq: number;
  tier: LogTier;
  endpoint: LogEndpoint;
  /** JSON of a `LogEvent`. */
  json: string;
}

/**
 * Rejects an event that cannot be sent before it shares a row or a batch. So no other event is lost
 * with it.
 */
export function encodeEntry(entry: LogEntry): Result<EncodedEvent, 'not_json' | 'too_large'> {
  let json: string;
  try {
    json = JSON.stringify(toLogEvent(entry));
  } catch (error) {
    return err(
      'not_json',
      `Event ${entry.seq} is not JSON (${String(error)}): log plain data without cycles and BigInt.`,
    );
  }
  if (json.length > logLimits.eventMaxChars) {
    return err(
      'too_large',
      `Event ${entry.seq} has ${json.length} characters; the limit is ${logLimits.eventMaxChars}.`,
    );
  }
  return ok({ seq: entry.seq, tier: entry.tier, endpoint: logEndpointOf(entry.name), json });
}
