import { collectorLimits, logLimits } from '../../shared/limits.ts';
import type { ClientContext } from '../../shared/log-batch.ts';
import { logBatchText } from '../../shared/log-batch-text.ts';
import {
  type LogEndpoint,
  type LogEntry,
  logEndpointOf,
  logEndpoints,
  toLogEvent,
} from '../../shared/log-event.ts';

export interface ExitBeaconDeps {
  sid: string;
  context: ClientContext;
  /** Of the API; endpoints are paths below it. */
  origin: string;
  now(): number;
  newId(): string;
  /** `navigator.sendBeacon`; a string leaves as `text/plain`, which needs no preflight. */
  sendBeacon(url: string, body: string): boolean;
}

const byteCount = (text: string) => new TextEncoder().encode(text).length;

interface Piece {
  endpoint: LogEndpoint;
  entries: LogEntry[];
  events: string[];
}

/**
 * Sends events from a page that may be gone the next moment, when its worker may be gone already. At most 60 KB in all, in
 * the order given. What the store holds of them stays there; the intake knows events by their numbers and drops the second.
 * @returns those that the browser took
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
        // Of the browser's own budget a part is used up: what was sent a moment ago is still on its way. Less may fit.
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
      // A smaller one further down may fit, but turning a whole backlog into JSON would keep the page from leaving.
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
    // Not JSON: the worker drops and counts it, if there is still time.
    return null;
  }
}
