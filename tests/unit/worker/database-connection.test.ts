import { beforeEach, expect, test, vi } from 'vitest';
import { queueLimits } from '../../../shared/services-limits.ts';
import {
  connectDatabase,
  type DatabaseConnection,
  DatabaseOverdue,
} from '../../../worker/data/database-connection.ts';
import type { LogDatabase } from '../../../worker/queue/log-database-schema.ts';
import { createFakeClock, type FakeClock, settlePromises } from '../fake-clock.ts';

/** As much of a database as a connection touches. */
interface FakeDatabase {
  name: string;
  close: ReturnType<typeof vi.fn>;
}

let clock: FakeClock;
let connection: DatabaseConnection<LogDatabase>;
/** What opening answers, from the front; a new database when empty. */
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
/** Loses the first connection, and does its work on any other. */
const loseFirst = (db: LogDatabase) => (db.name === 'database 1' ? lost() : nameOf(db));

test.each(['InvalidStateError', 'AbortError', 'UnknownError'])(
  'work that the browser ends with %s is done again on a new connection',
  async (name) => {
    expect(await connection.run((db) => (db.name === 'database 1' ? lost(name) : nameOf(db)))).toBe(
      'database 2',
    );
    expect(openCount).toBe(2);
  },
);

test('a browser that goes on closing what is opened, as while it removes a site’s data, is asked some more times', async () => {
  const closed = () => Promise.reject(new DOMException('The connection was closed.', 'AbortError'));
  openings = [closed(), closed(), closed()];
  expect(await connection.run(loseFirst)).toBe('database 2');
  await expect(connection.run(() => lost())).rejects.toThrow('closing');
  expect(openCount).toBe(1 + 4 + queueLimits.reopenCount);
});

test('a first opening that the browser cuts off is repeated', async () => {
  openings = [Promise.reject(new DOMException('The connection was closed.', 'AbortError'))];
  const another = connectDatabase(open, clock);
  await another.opened;
  expect(await another.run(nameOf)).toBe('database 2');
});

test('work that fails for a reason of its own fails at once', async () => {
  await expect(connection.run(() => lost('ConstraintError'))).rejects.toThrow('closing');
  expect(openCount).toBe(1);
});

test('opening again that fails is tried once more by the next piece of work', async () => {
  openings = [Promise.reject(new Error('no room'))];
  await expect(connection.run(loseFirst)).rejects.toThrow('no room');
  expect(await connection.run(nameOf)).toBe('database 2');
});

test('opening again that never settles fails in time, later work at once, and is used if it opens after all', async () => {
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

test('work that never ends fails in time, later work at once, and all goes on when it ends after all', async () => {
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

test('two that lose the same connection open one new one, and the old one is closed', async () => {
  expect(await Promise.all([connection.run(loseFirst), connection.run(loseFirst)])).toEqual([
    'database 2',
    'database 2',
  ]);
  expect(openCount).toBe(2);
  expect(opened[0]?.close).toHaveBeenCalled();
  expect(opened[1]?.close).not.toHaveBeenCalled();
});

test('one that learns late of a loss leaves the new connection alone', async () => {
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

test('after closing nothing opens again', async () => {
  connection.close();
  await expect(connection.run(nameOf)).rejects.toThrow('has been closed');
  expect(openCount).toBe(1);
  await settlePromises();
  expect(opened[0]?.close).toHaveBeenCalled();
});

test('closing while it is opened again: what opens then is closed', async () => {
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

test('a first opening that is overdue says so, and is used once it opens after all', async () => {
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

test('a first opening that is refused says why, and one that comes after the close is closed', async () => {
  openings = [Promise.reject(new Error('no room'))];
  await expect(connectDatabase(open, clock).opened).rejects.toThrow('no room');
  const late = makeDatabase();
  openings = [Promise.resolve(late)];
  connectDatabase(open, clock).close();
  await settlePromises();
  expect(late.close).toHaveBeenCalled();
});
