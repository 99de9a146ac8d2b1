import { expect, test } from 'vitest';
import type { LogEntry } from '../../../shared/telemetry/log-event.ts';
import { createCollector } from '../../../src/services/collector.ts';
import { sendExitBeacons } from '../../../src/services/exit-beacon.ts';
import { createUndelivered } from '../../../src/services/undelivered.ts';
import { encodeEntry } from '../../../worker/events/batching/encode-entry.ts';
import { createFakeClock } from '../fake-clock.ts';
import { context, sid } from '../worker/events/make-events.ts';

test('an event that is sent again, by services or by beacon, keeps its position in its group', () => {
  const undelivered = createUndelivered();
  const posts: LogEntry[][] = [];
  const collector = createCollector({
    clock: createFakeClock(),
    lastActivityMs: () => -1,
    post(entries) {
      undelivered.add(entries);
      posts.push(structuredClone(entries));
    },
  });
  for (const sequenceGroup of ['a', 'b', 'a']) collector.log('e', {}, { sequenceGroup });
  collector.handOver();
  const texts = (entries: readonly LogEntry[]) => entries.map((entry) => textOf(entry));
  const sent = texts(posts.flat());
  expect(sent.map((text) => JSON.parse(text).context.sequence)).toEqual([
    { index: 0, groupKey: 'a' },
    { index: 0, groupKey: 'b' },
    { index: 1, groupKey: 'a' },
  ]);

  expect(texts(undelivered.notStored())).toEqual(sent);
  const beacons: string[] = [];
  sendExitBeacons(undelivered.byNeed(), {
    sid,
    context,
    origin: 'https://embed.example',
    now: () => 0,
    newId: () => 'id',
    sendBeacon: (_, body) => beacons.push(body) > 0,
  });
  const { events } = JSON.parse(beacons[0] ?? '{}') as { events: unknown[] };
  expect(events).toEqual(sent.map((text) => JSON.parse(text)));
});

function textOf(entry: LogEntry): string {
  const encoded = encodeEntry(entry);
  if (!encoded.ok) throw new Error(encoded.error.message);
  return encoded.value.json;
}
