import type { Server } from './server-process.ts';

/** The server's maximum in one answer. */
const pageCount = 10_000;

/** An event as stored. */
export interface StoredEvent {
  row: number;
  sid: string;
  seq: number;
  name: string;
  endpoint: string;
  context: {
    client?: { visitorId?: string };
    lastActivityMs: number;
    sequence?: { index: number; groupKey: string };
  };
  payload: Record<string, unknown>;
}

/** All events stored by the intake, in order of arrival. */
export async function storedEvents({ embedOrigin }: Server): Promise<StoredEvent[]> {
  const events: StoredEvent[] = [];
  for (;;) {
    const after = events.at(-1)?.row ?? 0;
    const response = await fetch(
      `${embedOrigin}/telemetry/events?after=${after}&limit=${pageCount}`,
    );
    const lines = (await response.text()).split('\n').filter(Boolean);
    for (const line of lines) events.push(JSON.parse(line));
    if (lines.length < pageCount) return events;
  }
}

export interface Summary {
  events: number;
  batches: number;
  duplicates: number;
  rejected: number;
  bytes: number;
  clients: number;
  missing: number;
}

export async function summary({ embedOrigin }: Server): Promise<Summary> {
  return (await fetch(`${embedOrigin}/telemetry/summary`)).json();
}
