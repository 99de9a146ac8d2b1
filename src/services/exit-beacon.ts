import { collectorLimits } from '../../shared/limits/collector-limits.ts';
import { logLimits } from '../../shared/limits/log-limits.ts';
import type { ClientContext } from '../../shared/telemetry/log-batch.ts';
import { logBatchText } from '../../shared/telemetry/log-batch-text.ts';
import {
  type LogEndpoint,
  type LogEntry,
  logEndpointOf,
  logEndpoints,
  toLogEvent,
} from '../../shared/telemetry/log-event.ts';

export interface ExitBeaconDeps {
  sid: string;
  context: ClientContext;
  /** Origin of the API; endpoints are paths on it. */
  origin: string;
  now(): number;
  newId(): string;
  /** `navigator.sendBeacon`; a string is sent as `text/plain`, which needs no preflight. */
  sendBeacon(url: string, body: string): boolean;
}

const byteCount = (text: string) => new TextEncoder().encode(text).length;

interface Piece {
  endpoint: LogEndpoint;
  entries: LogEntry[];
  events: string[];
}

/**
 * Sends events from a page that may end at once, perhaps after its worker. At most 60 KB in all, in
 * the order given. The store keeps its copies; the intake deduplicates events by their numbers.
 * @returns the entries that the browser accepted
 */
export function sendExitBeacons(entries: readonly LogEntry[], deps: ExitBeaconDeps): LogEntry[] {
  const taken: LogEntry[] = [];
  const bodyOf = (events: string[]) => logBatchText(deps, events, deps.now(), deps.newId());
  for (const piece of cutPieces(entries, byteCount(bodyOf([])))) {
    const url = deps.origin + logEndpoints[piece.endpoint];
    let count = piece.events.length;
    for (let from = 0; from < piece.events.length && count > 0; ) {
      if (deps.sendBeacon(url, bodyOf(piece.events.slice(from, from + count)))) {
        taken.push(...piece.entries.slice(from, from + count));
        from += count;
      } else {
        // Earlier beacons still in flight use part of the browser's budget. A smaller batch may
        // fit.
        count >>= 1;
      }
    }
    if (count === 0) break;
  }
  return taken;
}

function cutPieces(entries: readonly LogEntry[], envelopeBytes: number): Piece[] {
  const pieces: Piece[] = [];
  let bytesLeft: number = collectorLimits.beaconMaxBytes;
  let missCount = 0;
  for (const entry of entries) {
    if (missCount === collectorLimits.beaconMissCount) break;
    const json = eventText(entry);
    if (json === null) continue;
    const endpoint = logEndpointOf(entry.name);
    let piece = pieces.find(
      (open) => open.endpoint === endpoint && open.events.length < logLimits.batchCount,
    );
    const bytes = byteCount(json) + 1 + (piece === undefined ? envelopeBytes : 0);
    if (bytes > bytesLeft) {
      // A smaller event further down may fit, but serializing a whole backlog would delay the
      // page's exit.
      missCount++;
      continue;
    }
    missCount = 0;
    if (piece === undefined) {
      piece = { endpoint, entries: [], events: [] };
      pieces.push(piece);
    }
    piece.entries.push(entry);
    piece.events.push(json);
    bytesLeft -= bytes;
  }
  return pieces;
}

function eventText(entry: LogEntry): string | null {
  try {
    const json = JSON.stringify(toLogEvent(entry));
    return json.length <= logLimits.eventMaxChars ? json : null;
  } catch {
    // Not JSON: the worker drops and counts it, if time remains.
    return null;
  }
}
