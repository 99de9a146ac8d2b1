import type { Sender } from '../../../e2e/support/event-sender.ts';
import type { ServerProcess } from '../../../e2e/support/server-process.ts';
import { logEndpoints } from '../../../shared/telemetry/log-event.ts';

/**
 * Reads the intake's own receipt of a document, range by range.
 * @returns the stored numbers, as inclusive ranges
 */
async function storedRanges(server: ServerProcess, sid: string): Promise<[number, number][]> {
  const ranges: [number, number][] = [];
  for (let from = 1; ; ) {
    const response = await fetch(
      `${server.embedOrigin}${logEndpoints.log_event}&sid=${sid}&from=${from}`,
    );
    if (!response.ok)
      throw new Error(`The receipt of ${sid} is ${response.status}: ${await response.text()}`);
    const { stored, isCut }: { stored: [number, number][]; isCut: boolean } = await response.json();
    for (const [first, last] of stored) {
      const before = ranges.at(-1);
      if (before !== undefined && before[1] + 1 === first) before[1] = last;
      else ranges.push([first, last]);
    }
    const end = ranges.at(-1)?.[1] ?? 0;
    if (!isCut || end < from) return ranges;
    from = end + 1;
  }
}

/**
 * @returns a sentence for each acknowledged event that is missing, and for each stored event that
 * was not sent
 */
export async function checkSenders(
  server: ServerProcess,
  senders: readonly Sender[],
): Promise<string[]> {
  const problems: string[] = [];
  for (const { sid, acknowledged, sent } of senders) {
    const ranges = await storedRanges(server, sid);
    const [first = 1, last = 0] = ranges[0] ?? [];
    const isWhole = ranges.length <= 1 && first === 1 && last >= acknowledged() && last <= sent();
    if (!isWhole)
      problems.push(
        `Of document ${sid} 1 to ${acknowledged()} are acknowledged and 1 to ${sent()} sent; stored are ${JSON.stringify(ranges)}.`,
      );
  }
  return problems;
}

/** Resends each sender's unanswered batch until it is acknowledged, as a page would. */
export async function settle(server: ServerProcess, senders: readonly Sender[]): Promise<void> {
  for (const sender of senders) {
    while (sender.sent() > sender.acknowledged()) {
      const response = await fetch(`${server.embedOrigin}${logEndpoints.log_event}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
        body: new Uint8Array(sender.body()),
      });
      sender.receive(response.status, await response.text());
    }
  }
}
