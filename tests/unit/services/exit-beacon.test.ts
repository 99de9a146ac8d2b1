import { expect, test } from 'vitest';
import * as z from 'zod';
import { collectorLimits } from '../../../shared/limits/collector-limits.ts';
import { logBatchSchema, logEventSchema } from '../../../shared/telemetry/log-batch.ts';
import { sendExitBeacons } from '../../../src/services/exit-beacon.ts';
import { context, makeEntry, sid } from '../worker/events/make-events.ts';

function send(
  entries: Parameters<typeof sendExitBeacons>[0],
  takes = Number.POSITIVE_INFINITY,
  budgetBytes = Number.POSITIVE_INFINITY,
) {
  let bytesLeft = budgetBytes;
  const beacons: { url: string; body: string }[] = [];
  const taken = sendExitBeacons(entries, {
    sid,
    context,
    origin: 'https://embed.example',
    now: () => 9_000,
    newId: () => 'f'.repeat(32),
    sendBeacon(url, body) {
      if (beacons.length >= takes || bytes(body) > bytesLeft) return false;
      bytesLeft -= bytes(body);
      beacons.push({ url, body });
      return true;
    },
  });
  return {
    taken: taken.map((entry) => entry.seq),
    batches: beacons.map(({ body }) => JSON.parse(body)),
    beacons,
  };
}

const bytes = (text: string) => new TextEncoder().encode(text).byteLength;

test('without events no beacon is sent', () => {
  expect(send([])).toEqual({ taken: [], batches: [], beacons: [] });
});

test('an event that is not JSON is left out, and the others are sent', () => {
  expect(send([makeEntry(1, { payload: { big: 1n } }), makeEntry(2)]).taken).toEqual([2]);
});

test('a refused beacon is the last one, and its events do not count as sent', () => {
  const entries = Array.from({ length: 150 }, (_, i) => makeEntry(i + 1));
  const { taken, beacons } = send(entries, 1);
  expect(beacons).toHaveLength(1);
  expect(taken).toHaveLength(100);
});

test('while another beacon is pending the most urgent events are sent in smaller beacons that fit', () => {
  const entries = Array.from({ length: 90 }, (_, i) =>
    makeEntry(i + 1, { payload: { text: 'x'.repeat(400) } }),
  );
  const { taken, beacons } = send(entries, Number.POSITIVE_INFINITY, 20_000);
  expect(taken).toEqual(Array.from({ length: taken.length }, (_, i) => i + 1));
  expect(beacons.reduce((sum, { body }) => sum + bytes(body), 0)).toBeGreaterThan(19_000);
});

test('all beacons together stay within 60,000 bytes, counted in bytes and not in characters', () => {
  const entries = Array.from({ length: 400 }, (_, i) =>
    makeEntry(i + 1, { payload: { text: '€'.repeat(200) } }),
  );
  const { beacons, taken } = send(entries);
  const total = beacons.reduce((sum, { body }) => sum + bytes(body), 0);
  expect(total).toBeLessThanOrEqual(60_000);
  expect(total).toBeGreaterThan(58_000);
  expect(taken.length).toBeLessThan(100);
});

test('the first events go first, and a small event still fits where a large one did not', () => {
  const large = { text: 'x'.repeat(45_000) };
  const { taken } = send([
    makeEntry(3, { payload: large }),
    makeEntry(4),
    makeEntry(2, { payload: large }),
    makeEntry(1),
  ]);
  expect(taken).toEqual([3, 4, 1]);
});

test('a long backlog is not serialized: 20 events in a row that do not fit end it', () => {
  let readCount = 0;
  const payload = {
    get text() {
      readCount++;
      return '€'.repeat(200);
    },
  };
  const { taken } = send(Array.from({ length: 5_000 }, (_, i) => makeEntry(i + 1, { payload })));
  expect(taken.length).toBeGreaterThan(70);
  expect(readCount).toBe(taken.length + collectorLimits.beaconMissCount);
});

test('a small event still fits behind 19 that do not', () => {
  const payload = { text: 'x'.repeat(45_000) };
  const entries = Array.from({ length: 41 }, (_, i) => makeEntry(i + 1, { payload }));
  for (const seq of [21, 41]) entries[seq - 1] = makeEntry(seq);
  expect(send(entries).taken).toEqual([1, 21, 41]);
});

test('a beacon is a batch of the intake’s format, one for each endpoint and 100 events', () => {
  const entries = Array.from({ length: 101 }, (_, i) => makeEntry(i + 1));
  const { batches, beacons } = send([...entries, makeEntry(102, { name: 'video_stats' })]);
  expect(beacons.map(({ url }) => url)).toEqual([
    'https://embed.example/youtubei/v1/log_event?alt=json',
    'https://embed.example/youtubei/v1/log_event?alt=json',
    'https://embed.example/youtubei/v1/video_stats?alt=json',
  ]);
  for (const batch of batches) {
    expect(z.safeParse(logBatchSchema, batch).success).toBe(true);
    for (const event of batch.events) expect(z.safeParse(logEventSchema, event).success).toBe(true);
  }
  expect(batches.map((batch) => batch.events.length)).toEqual([100, 1, 1]);
});
