import { beforeEach, expect, test, vi } from 'vitest';
import { queueLimits } from '../../../../../shared/limits/queue-limits.ts';
import type { LogDatabase } from '../../../../../worker/events/queue/log-database-schema.ts';
import {
  connectDatabase,
  type DatabaseConnection,
  DatabaseOverdue,
} from '../../../../../worker/storage/data/database-connection.ts';
import { createFakeClock, type FakeClock, settlePromises } from '../../../fake-clock.ts';

/** The part of a database that a connection uses. */
interface FakeDatabase {
  name: string;
  close: ReturnType<typeof vi.fn>;
}

let clock: FakeClock;
let connection: DatabaseConnection<LogDatabase>;
/** Results of opening, from the front; a new database when empty. */
let openings: Promise<FakeDatabase>[];
let opened: FakeDatabase[];
let openCount: number;

beforeEach(async () => {
  clock = createFakeClock();
  openings = [];
  opened = [];
  openCount = 0;
  connection = connectDatabase(open, clock);
  await connection.opened;
});

function open(): Promise<LogDatabase> {
  openCount++;
  return (openings.shift() ??
    Promise.resolve(makeDatabase())) as Promise<unknown> as Promise<LogDatabase>;
}

function makeDatabase(): FakeDatabase {
  const database = { name: `database ${opened.length + 1}`, close: vi.fn() };
  opened.push(database);
  return database;
}

const nameOf = async (db: LogDatabase) => db.name;
const lost = (name = 'InvalidStateError') => Promise.reject(new DOMException('closing', name));
/** Fails with the first connection, and works with any other. */
const loseFirst = (db: LogDatabase) => (db.name === 'database 1' ? lost() : nameOf(db));

test.each(['InvalidStateError', 'AbortError', 'UnknownError'])(
  'work that the browser ends with %s is repeated on a new connection',
  async (name) => {
    expect(await connection.run((db) => (db.name === 'database 1' ? lost(name) : nameOf(db)))).toBe(
      'database 2',
    );
    expect(openCount).toBe(2);
  },
);

test('a browser that keeps closing the connection, as while it clears a site’s data, is retried a few times', async () => {
  const closed = () => Promise.reject(new DOMException('The connection was closed.', 'AbortError'));
  openings = [closed(), closed(), closed()];
  expect(await connection.run(loseFirst)).toBe('database 2');
  await expect(connection.run(() => lost())).rejects.toThrow('closing');
  expect(openCount).toBe(1 + 4 + queueLimits.reopenCount);
});

test('a first opening that the browser aborts is repeated', async () => {
  openings = [Promise.reject(new DOMException('The connection was closed.', 'AbortError'))];
  const another = connectDatabase(open, clock);
  await another.opened;
  expect(await another.run(nameOf)).toBe('database 2');
});

test('work that fails for its own reason fails at once', async () => {
  await expect(connection.run(() => lost('ConstraintError'))).rejects.toThrow('closing');
  expect(openCount).toBe(1);
});

test('when reopening fails the next piece of work tries again', async () => {
  openings = [Promise.reject(new Error('no room'))];
  await expect(connection.run(loseFirst)).rejects.toThrow('no room');
  expect(await connection.run(nameOf)).toBe('database 2');
});

test('when reopening never settles the work times out, later work fails at once, and a late connection is used', async () => {
  let finish = (_: FakeDatabase) => {};
  openings = [
    new Promise((resolve) => {
      finish = resolve;
    }),
  ];
  const failed = expect(connection.run(loseFirst)).rejects.toThrow('did not open within 3000 ms');
  await clock.advanceAsync(queueLimits.openDeadlineMs);
  await failed;
  await expect(connection.run(nameOf)).rejects.toThrow('did not open');
  finish(makeDatabase());
  await settlePromises();
  expect(await connection.run(nameOf)).toBe('database 2');
  expect(openCount).toBe(2);
  expect(clock.timerCount).toBe(0);
});

test('work that never ends times out, later work fails at once, and work continues if it ends after all', async () => {
  let end = (_: string) => {};
  const hanging = new Promise<string>((resolve) => {
    end = resolve;
  });
  const failed = expect(connection.run(() => hanging)).rejects.toThrow(
    'did not answer within 10000 ms',
  );
  await clock.advanceAsync(queueLimits.transactionDeadlineMs);
  await failed;
  const later = vi.fn(nameOf);
  await expect(connection.run(later)).rejects.toThrow('did not answer');
  expect(later).not.toHaveBeenCalled();
  end('at last');
  await settlePromises();
  expect(await connection.run(nameOf)).toBe('database 1');
  expect(clock.timerCount).toBe(0);
});

test('two pieces of work that lose the same connection open one new one, and the old one is closed', async () => {
  expect(await Promise.all([connection.run(loseFirst), connection.run(loseFirst)])).toEqual([
    'database 2',
    'database 2',
  ]);
  expect(openCount).toBe(2);
  expect(opened[0]?.close).toHaveBeenCalled();
  expect(opened[1]?.close).not.toHaveBeenCalled();
});

test('a piece of work that notices a loss late keeps the new connection', async () => {
  let loseLate = (_: Error) => {};
  const late = new Promise<string>((_, reject) => {
    loseLate = reject;
  });
  const slow = connection.run((db) => (db.name === 'database 1' ? late : nameOf(db)));
  await connection.run(loseFirst);
  loseLate(new DOMException('closed', 'AbortError'));
  expect(await slow).toBe('database 2');
  expect(openCount).toBe(2);
});

test('a closed connection is never opened again', async () => {
  connection.close();
  await expect(connection.run(nameOf)).rejects.toThrow('has been closed');
  expect(openCount).toBe(1);
  await settlePromises();
  expect(opened[0]?.close).toHaveBeenCalled();
});

test('closing during a reopening closes the new connection', async () => {
  let finish = (_: FakeDatabase) => {};
  openings = [
    new Promise((resolve) => {
      finish = resolve;
    }),
  ];
  const failed = expect(connection.run(() => lost())).rejects.toThrow();
  await settlePromises();
  connection.close();
  finish(makeDatabase());
  await failed;
  expect(opened[1]?.close).toHaveBeenCalled();
});

test('a first opening that times out is reported, and its connection is used once it opens', async () => {
  let finish = (_: FakeDatabase) => {};
  openings = [
    new Promise((resolve) => {
      finish = resolve;
    }),
  ];
  const overdue = connectDatabase(open, clock);
  const failed = expect(overdue.opened).rejects.toThrow(new DatabaseOverdue());
  await clock.advanceAsync(queueLimits.openDeadlineMs);
  await failed;
  await expect(overdue.run(nameOf)).rejects.toThrow('did not open');
  finish(makeDatabase());
  await settlePromises();
  expect(await overdue.run(nameOf)).toBe('database 2');
  expect(openCount).toBe(2);
});

test('a first opening that is refused gives the reason, and one that opens after the close is closed', async () => {
  openings = [Promise.reject(new Error('no room'))];
  await expect(connectDatabase(open, clock).opened).rejects.toThrow('no room');
  const late = makeDatabase();
  openings = [Promise.resolve(late)];
  connectDatabase(open, clock).close();
  await settlePromises();
  expect(late.close).toHaveBeenCalled();
});
