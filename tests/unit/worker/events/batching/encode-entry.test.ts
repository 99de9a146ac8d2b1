import { expect, test } from 'vitest';
import * as z from 'zod';
import { logLimits } from '../../../../../shared/limits/log-limits.ts';
import { logEventSchema } from '../../../../../shared/telemetry/log-batch.ts';
import { encodeEntry } from '../../../../../worker/events/batching/encode-entry.ts';
import { makeEntry } from '../make-events.ts';

test('a payload with a cycle is refused as not_json', () => {
  const payload: Record<string, unknown> = {};
  payload.self = payload;
  expect(encodeEntry(makeEntry(1, { payload }))).toMatchObject({
    ok: false,
    error: { code: 'not_json' },
  });
});

test('a BigInt is refused as not_json', () => {
  expect(encodeEntry(makeEntry(1, { payload: { big: 1n } }))).toMatchObject({
    ok: false,
    error: { code: 'not_json' },
  });
});

test('an event of 50,000 characters passes, and one character more is too_large', () => {
  const emptyEvent = encodeEntry(makeEntry(1, { payload: { text: '' } }));
  const chars = emptyEvent.ok ? emptyEvent.value.json.length : 0;
  const withChars = (total: number) =>
    encodeEntry(makeEntry(1, { payload: { text: 'x'.repeat(total - chars) } }));
  expect(withChars(logLimits.eventMaxChars).ok).toBe(true);
  expect(withChars(logLimits.eventMaxChars + 1)).toMatchObject({
    ok: false,
    error: { code: 'too_large' },
  });
});

test('the JSON is a logging event of the intake’s shape, without its tier [spec-3.7, spec-3.51]', () => {
  const encoded = encodeEntry(makeEntry(7, { payload: { a: [1, 'b', null] }, lastActivityMs: 12 }));
  const event: unknown = encoded.ok ? JSON.parse(encoded.value.json) : null;
  expect(z.safeParse(logEventSchema, event).success).toBe(true);
  expect(event).toEqual({
    seq: 7,
    eventTimeMs: 1_000,
    context: { lastActivityMs: 12 },
    name: 'played',
    payload: { a: [1, 'b', null] },
  });
});

test('the position in a sequence is in the context [spec-3.52, spec-3.53]', () => {
  const sequence = { index: 65_535, groupKey: 'player' };
  const encoded = encodeEntry(makeEntry(7, { sequence }));
  const event: unknown = encoded.ok ? JSON.parse(encoded.value.json) : null;
  expect(z.safeParse(logEventSchema, event).success).toBe(true);
  expect(event).toMatchObject({ context: { sequence } });
});

test('video statistics go to their own endpoint [spec-7.12, spec-7.48]', () => {
  const endpointOf = (name: string) => {
    const encoded = encodeEntry(makeEntry(1, { name }));
    return encoded.ok ? encoded.value.endpoint : null;
  };
  expect(endpointOf('video_stats.watch_time')).toBe('video_stats');
  expect(endpointOf('video_stats')).toBe('video_stats');
  expect(endpointOf('video_statsx')).toBe('log_event');
});
