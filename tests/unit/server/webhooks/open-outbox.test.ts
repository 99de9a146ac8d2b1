import { statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openOutbox } from '../../../../server/webhooks/open-outbox.ts';
import { webhookLimits } from '../../../../server/webhooks/webhook-limits.ts';
import type { WebhookNews } from '../../../../server/webhooks/webhook-message.ts';
import { tempDirectory } from '../support/temp-directory.ts';

const [one, other] = ['https://one.example/', 'https://other.example/'];
const ready: WebhookNews = { type: 'video.ready', data: { videoId: 'a', title: 'A' } };
const failed = { isDelivered: false, status: 500, problem: 'It answers 500.' } as const;
const delivered = { isDelivered: true, status: 204 } as const;
const nothing = new Map<string, string>();

function openWith({ urls = [one], file = join(tempDirectory(), 'webhooks.sqlite') } = {}) {
  const clock = { ms: 1_000_000 };
  const outbox = openOutbox(file, { urls, now: () => clock.ms, random: () => 0.5 });
  onTestFinished(() => outbox.close());
  return { outbox, clock, file };
}

test('a message is due at once for each receiver, and no more once it was delivered', () => {
  const { outbox } = openWith({ urls: [one, other] });
  outbox.add([ready], nothing);
  const due = outbox.due(one);
  expect(due?.message.id).toMatch(/^msg_[0-9a-f-]{36}$/);
  expect(JSON.parse(due?.message.body ?? '')).toEqual({
    type: 'video.ready',
    timestamp: new Date(1_000_000).toISOString(),
    data: { videoId: 'a', title: 'A' },
  });
  if (due !== null) outbox.note(due, one, delivered);
  expect(outbox.due(one)).toBeNull();
  expect(outbox.due(other)).toEqual(due);
  expect(outbox.waitingCount()).toBe(1);
  expect(outbox.list(10)).toMatchObject([
    { url: one, state: 'delivered', attempts: 1, status: 204, dueMs: null, problem: null },
    { url: other, state: 'waiting', attempts: 0, status: null, lastMs: null },
  ]);
});

test('a message that fails is tried for days in longer and longer intervals, and then given up', () => {
  const { outbox, clock } = openWith();
  outbox.add([ready], nothing);
  const waits: number[] = [];
  for (;;) {
    const due = outbox.due(one);
    if (due === null) break;
    outbox.note(due, one, failed);
    const dueMs = outbox.list(1)[0]?.dueMs ?? null;
    if (dueMs === null) break;
    waits.push(dueMs - clock.ms);
    clock.ms = dueMs - 1;
    expect(outbox.due(one)).toBeNull();
    clock.ms = dueMs;
  }
  // With half of the jitter.
  const seconds = waits.map((ms) => ms / 1_100);
  expect(seconds).toEqual([5, 30, 180, 1_080, 6_480, 38_880, 86_400, 86_400]);
  expect(outbox.list(1)).toMatchObject([
    { state: 'given_up', attempts: waits.length + 1, status: 500, problem: 'It answers 500.' },
  ]);
});

test('a message that waits does not hold up later ones', () => {
  const { outbox } = openWith();
  outbox.add([ready], nothing);
  const first = outbox.due(one);
  if (first !== null) outbox.note(first, one, failed);
  outbox.add([{ type: 'video.removed', data: { videoId: 'b' } }], nothing);
  expect(outbox.due(one)?.message.type).toBe('video.removed');
});

test('a replay sends the same message again, whatever became of it', () => {
  const { outbox } = openWith();
  outbox.add([ready], nothing);
  const due = outbox.due(one);
  if (due === null) throw new Error('nothing is due');
  outbox.note(due, one, delivered);
  expect(outbox.replay(due.message.id)).toBe(true);
  expect(outbox.due(one)).toEqual({ message: due.message, attempts: 0 });
  expect(outbox.replay('msg_none')).toBe(false);
});

test('messages and states survive a restart, and only this user may read them', () => {
  const { outbox, file } = openWith();
  outbox.add(
    [ready],
    new Map([
      ['store', 'bad'],
      ['disk', 'bad'],
    ]),
  );
  outbox.add([], new Map([['disk', null]]));
  const due = outbox.due(one);
  outbox.close();
  const { outbox: next } = openWith({ file });
  expect(next.due(one)).toEqual(due);
  expect(next.states()).toEqual(new Map([['store', 'bad']]));
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test('states are noted with their messages, or not at all', () => {
  const { outbox } = openWith();
  const wrong = { type: 'video.ready', data: { videoId: 1n } } as unknown as WebhookNews;
  expect(() => outbox.add([ready, wrong], new Map([['store', 'bad']]))).toThrow();
  expect([outbox.states().size, outbox.waitingCount()]).toEqual([0, 0]);
});

test('old messages, and the oldest of too many, are removed', () => {
  const { outbox, clock } = openWith();
  outbox.add([ready], nothing);
  clock.ms += (webhookLimits.keepDays + 1) * 86_400_000;
  outbox.add(Array(webhookLimits.messagesMaxCount + 5).fill(ready), nothing);
  outbox.tidy();
  const kept = outbox.list(20_000);
  expect(kept).toHaveLength(webhookLimits.messagesMaxCount);
  expect(kept.at(-1)?.row).toBe(7);
});

test('a message with a name is added once, also over restarts', () => {
  const { outbox, file } = openWith();
  outbox.addOnce('a', ready);
  outbox.addOnce('a', ready);
  const { outbox: next } = openWith({ file });
  next.addOnce('a', ready);
  expect(next.list(10)).toHaveLength(1);
  next.addOnce('b', ready);
  expect(next.list(10)).toHaveLength(2);
});
