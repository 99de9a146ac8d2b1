import type { BrowserContext } from '@playwright/test';
import { readQueue } from '../../support/read-queue.ts';

/** An event as stored in a browser's queue. */
interface QueuedEvent {
  sid: string;
  seq: number;
  payload: Record<string, unknown>;
}

/**
 * Reads the rows that dead pages left in this browser's queue. It uses a document of the same
 * origin without product code, so nothing resends them meanwhile.
 */
export async function readLeftBehind(
  context: BrowserContext,
  origin: string,
): Promise<QueuedEvent[]> {
  const bystander = await context.newPage();
  await bystander.goto(`${origin}/telemetry/summary`);
  const rows = await bystander.evaluate(readQueue);
  await bystander.close();
  return rows.flatMap(({ sid, events }) =>
    events.map(({ json }) => ({ sid, ...JSON.parse(json) })),
  );
}
