import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { type Delivery, deliverySchema } from '../../shared/telemetry/webhook-delivery.ts';
import { transact } from '../store/sqlite/transact.ts';
import { openOutboxFile } from './outbox-file.ts';
import { dueSchema, stateSchema } from './outbox-rows.ts';
import type { Attempt } from './send-message.ts';
import { webhookLimits } from './webhook-limits.ts';
import { bodyOf, type WebhookMessage, type WebhookNews } from './webhook-message.ts';

/** A message that is due, and its attempts so far. */
export interface DueMessage {
  message: WebhookMessage;
  attempts: number;
}

/** Messages and their deliveries, in a file. */
export interface Outbox {
  /** Adds messages for all receivers, and notes the states that they are about, or neither. */
  add(news: readonly WebhookNews[], states: ReadonlyMap<string, string | null>): void;
  /** Adds a message, unless it was added before under this name. */
  addOnce(name: string, news: WebhookNews): void;
  /** All noted states, by name. */
  states(): Map<string, string>;
  /** Resolves when messages are added, or are to be sent again. */
  nextChange(): Promise<void>;
  /** The message that a receiver should get next; `null` if none is due. */
  due(url: string): DueMessage | null;
  note(due: DueMessage, url: string, attempt: Attempt): void;
  /** The newest deliveries, newest first. */
  list(limit: number): Delivery[];
  /**
   * Sends a message again to all receivers.
   * @returns whether there is such a message
   */
  replay(id: string): boolean;
  /** Removes what is too old or too much. */
  tidy(): void;
  waitingCount(): number;
  close(): void;
}

export interface OutboxDeps {
  urls: readonly string[];
  /** Unix milliseconds. */
  now: () => number;
  /** 0 to below 1. */
  random: () => number;
}

/**
 * Opens the outbox, or creates it. Messages for receivers that are no longer configured wait, until
 * they are too old.
 * @throws if the file cannot be opened
 */
export function openOutbox(file: string, { urls, now, random }: OutboxDeps): Outbox {
  const database = openOutboxFile(file);
  let change = Promise.withResolvers<void>();
  const changed = () => {
    change.resolve();
    change = Promise.withResolvers<void>();
  };
  const insert = database.prepare(
    'INSERT INTO messages (id, type, created_ms, body) VALUES (?, ?, ?, ?)',
  );
  const schedule = database.prepare(
    `INSERT INTO deliveries (message, url, state, attempts, due_ms) VALUES (?, ?, 'waiting', 0, ?)
     ON CONFLICT DO UPDATE SET state = 'waiting', attempts = 0, due_ms = excluded.due_ms`,
  );
  const setState = database.prepare('INSERT OR REPLACE INTO states (name, state) VALUES (?, ?)');
  const selectState = database.prepare('SELECT 1 FROM states WHERE name = ?');
  const removeState = database.prepare('DELETE FROM states WHERE name = ?');
  const selectDue = database.prepare(
    `SELECT row, id, type, created_ms AS createdMs, body, attempts
     FROM deliveries JOIN messages ON messages.row = deliveries.message
     WHERE url = ? AND state = 'waiting' AND due_ms <= ? ORDER BY due_ms, message LIMIT 1`,
  );
  const update = database.prepare(
    `UPDATE deliveries SET state = ?, attempts = ?, due_ms = ?, last_ms = ?, status = ?, problem = ?
     WHERE message = ? AND url = ?`,
  );
  const select = database.prepare(
    `SELECT row, id, type, url, created_ms AS createdMs, state, attempts, due_ms AS dueMs,
       last_ms AS lastMs, status, problem, body
     FROM messages JOIN deliveries ON deliveries.message = messages.row
     ORDER BY row DESC, url LIMIT ?`,
  );
  const find = database.prepare('SELECT row FROM messages WHERE id = ?');
  const count = database.prepare(
    "SELECT count(*) AS count FROM deliveries WHERE state = 'waiting'",
  );

  const add: Outbox['add'] = (news, states) => {
    transact(database, () => {
      const createdMs = now();
      for (const one of news) {
        const id = `msg_${randomUUID()}`;
        const added = insert.run(id, one.type, createdMs, bodyOf(one, createdMs));
        for (const url of urls) schedule.run(added.lastInsertRowid, url, createdMs);
      }
      for (const [name, state] of states)
        if (state === null) removeState.run(name);
        else setState.run(name, state);
    });
    if (news.length > 0) changed();
  };

  return {
    add,
    addOnce(name, news) {
      if (selectState.get(name) === undefined) add([news], new Map([[name, 'added']]));
    },
    nextChange: () => change.promise,
    states() {
      const rows = database.prepare('SELECT name, state FROM states').all();
      return new Map(
        z
          .array(stateSchema)
          .parse(rows)
          .map(({ name, state }) => [name, state]),
      );
    },
    due(url) {
      const row = selectDue.get(url, now());
      if (row === undefined) return null;
      const { attempts, ...message } = dueSchema.parse(row);
      return { message, attempts };
    },
    note({ message, attempts: before }, url, attempt) {
      const attempts = before + 1;
      const nextMs = attempt.isDelivered ? null : waitMs(attempts, random());
      const state = attempt.isDelivered ? 'delivered' : nextMs === null ? 'given_up' : 'waiting';
      const problem = attempt.isDelivered ? null : attempt.problem;
      const nowMs = now();
      const dueMs = nextMs === null ? null : nowMs + nextMs;
      update.run(state, attempts, dueMs, nowMs, attempt.status, problem, message.row, url);
    },
    list: (limit) => z.array(deliverySchema).parse(select.all(limit)),
    replay(id) {
      const found = find.get(id);
      if (found === undefined) return false;
      const { row } = z.object({ row: z.number() }).parse(found);
      transact(database, () => {
        for (const url of urls) schedule.run(row, url, now());
      });
      changed();
      return true;
    },
    tidy() {
      const beforeMs = now() - webhookLimits.keepDays * 86_400_000;
      database.prepare('DELETE FROM messages WHERE created_ms < ?').run(beforeMs);
      database
        .prepare('DELETE FROM messages WHERE row <= (SELECT max(row) FROM messages) - ?')
        .run(webhookLimits.messagesMaxCount);
    },
    waitingCount: () => z.object({ count: z.number() }).parse(count.get()).count,
    close() {
      if (database.isOpen) database.close();
    },
  };
}

/** @returns milliseconds before the next attempt; `null` if there is none */
function waitMs(attempts: number, random: number): number | null {
  const { attemptsMaxCount, retryMs, retryFactor, retryMaxMs, jitterShare } = webhookLimits;
  if (attempts >= attemptsMaxCount) return null;
  const ms = Math.min(retryMs * retryFactor ** (attempts - 1), retryMaxMs);
  return Math.round(ms * (1 + random * jitterShare));
}
