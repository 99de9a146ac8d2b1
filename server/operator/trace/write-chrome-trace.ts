import type { ChromeEvent } from './chrome-event.ts';
import { devToolsEntry, devToolsHead } from './dev-tools-events.ts';
import { perfettoEntry, perfettoHead } from './perfetto-events.ts';
import { placeEntries } from './place-entries.ts';
import { sessionTraceLimits } from './session-trace-limits.ts';
import type { TraceEntry } from './trace-entry.ts';

interface About {
  title: string;
  /** Subject of the trace, and what it lacks. */
  metadata: Readonly<Record<string, unknown>>;
}

/**
 * Writes a trace in [Chrome's Trace Event
 * Format](https://docs.google.com/document/d/1CvAClvFfyA5R-PhYUmn5OOQtYMH4h6I0nSsKchNAySU), which
 * Perfetto and the Performance panel of DevTools open. Each of them shows other kinds of events on
 * named tracks, so every entry is in it twice.
 * @param entries in the order of `SessionTrace`
 */
export async function* writeChromeTrace(
  entries: readonly TraceEntry[],
  { title, metadata }: About,
): AsyncGenerator<Buffer> {
  const placed = placeEntries(entries);
  const startMs = entries[0]?.startMs ?? 0;
  const head = [...perfettoHead(title, placed), ...devToolsHead(title, startMs)];
  yield Buffer.from(`{"metadata":${JSON.stringify(metadata)},\n"traceEvents":[\n${listed(head)}`);
  for (let index = 0; index < placed.length; index += sessionTraceLimits.chunkCount) {
    const some = placed.slice(index, index + sessionTraceLimits.chunkCount);
    const events = some.flatMap((entry, offset) => [
      perfettoEntry(entry),
      ...devToolsEntry(entry, index + offset),
    ]);
    yield Buffer.from(`,\n${listed(events)}`);
  }
  yield Buffer.from('\n]}\n');
}

function listed(events: readonly ChromeEvent[]): string {
  return events.map((event) => JSON.stringify(event)).join(',\n');
}
