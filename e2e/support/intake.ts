import type { ServerProcess } from './server-process.ts';

/** An event as the store has it. */
export interface StoredEvent {
  row: number;
  sid: string;
  seq: number;
  name: string;
  endpoint: string;
  context: { lastActivityMs: number; sequence?: { index: number; groupKey: string } };
  payload: Record<string, unknown>;
}

/** Everything that the intake has stored, in order of arrival. */
export async function storedEvents({ embedOrigin }: ServerProcess): Promise<StoredEvent[]> {
  const response = await fetch(`${embedOrigin}/telemetry/events?limit=10000`);
  const text = await response.text();
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
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

export async function summary({ embedOrigin }: ServerProcess): Promise<Summary> {
  return (await fetch(`${embedOrigin}/telemetry/summary`)).json();
}
