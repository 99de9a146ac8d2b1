import * as z from 'zod/mini';
import { addRow } from './log-list.ts';

const summarySchema = z.object({
  events: z.number(),
  batches: z.number(),
  duplicates: z.number(),
  rejected: z.number(),
  bytes: z.number(),
  missing: z.number(),
});
const eventSchema = z.object({
  row: z.number(),
  sid: z.string(),
  seq: z.number(),
  name: z.string(),
  payload: z.record(z.string(), z.unknown()),
});

const pollMs = 1_000;
/** Earlier events to show at first. */
const earlierEvents = 20;
const pageCount = 200;

/** The server requires the operator's token, which a demo page must not have. */
class Refused extends Error {
  override message =
    'Only the operator can see stored events: sign in at /telemetry with the token.';
}

async function read(path: string): Promise<Response> {
  const response = await fetch(path);
  if (response.status === 401) throw new Refused();
  return response;
}

/** Shows stored events as they arrive at the intake. It pauses while the page is hidden. */
export function startEventFeed(list: HTMLElement, summaryLine: HTMLElement): void {
  let lastRow: number | null = null;

  async function poll(): Promise<void> {
    const summary = z.parse(
      summarySchema,
      await read('/telemetry/summary').then((response) => response.json()),
    );
    summaryLine.textContent =
      `${summary.events} events in ${summary.batches} requests, ${summary.bytes} bytes, ` +
      `${summary.duplicates} duplicates, ${summary.rejected} rejected, ${summary.missing} pending`;
    const which =
      lastRow === null ? `last=${earlierEvents}` : `after=${lastRow}&limit=${pageCount}`;
    const text = await read(`/telemetry/events?${which}`).then((response) => response.text());
    lastRow ??= 0;
    for (const line of text.split('\n').filter(Boolean)) {
      const event = z.parse(eventSchema, JSON.parse(line));
      lastRow = event.row;
      addRow(
        list,
        'event',
        event.name,
        `${event.sid.slice(0, 6)}…#${event.seq} ${JSON.stringify(event.payload)}`,
      );
    }
  }

  async function run(): Promise<void> {
    try {
      if (document.visibilityState === 'visible') await poll();
    } catch (error) {
      const isRefused = error instanceof Refused;
      summaryLine.textContent = isRefused ? error.message : 'The server does not answer; retrying.';
      // Browsers log each refused request, so ask again only when the operator may have signed in.
      if (isRefused) {
        document.addEventListener('visibilitychange', run, { once: true });
        return;
      }
    }
    setTimeout(run, pollMs);
  }

  void run();
}
